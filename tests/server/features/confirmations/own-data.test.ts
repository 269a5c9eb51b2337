/** "Meine Daten" of a policyholder and of the contact, before and after the answer. */
import { expect, test } from 'bun:test';
import { href, pages } from '#domain/urls';
import { dataOf, tokenFor } from '#tests/server/features/privacy/person';
import { kim } from '#tests/support/people';
import { openAsked } from './asked';

test('the policyholder sees what they said and when, the contact does not', async () => {
  const { app, token, answer } = await openAsked();
  const seenBy = async (email: string) => {
    const link = await tokenFor(app, email);
    const html = await (await app.ask('GET', href(pages.ownDataOf, { token: link }))).text();
    return { html, data: await dataOf(app, link) };
  };
  const address = kim['policyholder-info'].email;
  const before = await seenBy(address);
  expect(before.data.applications).toMatchObject([{ confirmation: { answer: 'open', at: null } }]);
  expect(before.html).toContain('Bestätigung offen');
  await answer(token, { confirmed: false });
  app.clock.now += 60_000;
  const { data, html } = await seenBy(address);
  const at = '2026-11-20T09:00:00.000Z';
  expect(data.applications).toMatchObject([{ confirmation: { answer: 'refused', at } }]);
  expect(data.evidence).toContainEqual({
    at,
    label: 'Vom Versicherungsnehmer nicht beantragt',
    subject: null,
    way: 'auf der Seite',
  });
  expect(html).toContain('Nicht beantragt (20.11.2026, 10:00)');
  const contact = await seenBy(kim['contact-data'].email);
  expect(contact.data.applications).toMatchObject([{ confirmation: null }]);
  expect(contact.html).not.toContain('Nicht beantragt');
});
