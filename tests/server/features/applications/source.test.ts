/** Where an applicant comes from: told with each save, and stored by the one that creates the application. */
import { describe, expect, test } from 'bun:test';
import { setKeys } from '#domain/steps/all';
import { api, href } from '#domain/urls';
import { setApp } from '#tests/support/app';
import { johanna } from '#tests/support/people';
import { storedSource, visitorWith } from './sourced';

const app = setApp();

const asLatin1 = (text: string) => Buffer.from(text).toString('latin1');

describe('the save that creates an application', () => {
  test.each([
    ['none', null, 'website'],
    ['a word', 'stall-mueller', 'stall-mueller'],
    ['umlauts and pictures, encoded', encodeURIComponent('Messe München 🐴'), 'Messe München 🐴'],
    ['umlauts as bytes of UTF-8', asLatin1('Messe München 🐴'), 'Messe München 🐴'],
    ['umlauts as bytes of Latin-1', 'Messe München', 'Messe München'],
    ['half an encoding', 'a%C3', 'a%C3'],
    ['control characters', '%00a%07b%0D%0Ac%E2%80%AE', 'ab c'],
    ['nothing that is seen', '%E2%80%8B%20%00', 'website'],
  ])('stores the source of its header: %s', async (_, header, source) => {
    const visitor = visitorWith(app, header);
    expect((await visitor.save('horse-data', johanna['horse-data'])).status).toBe(201);
    expect(await storedSource(app, visitor.id)).toBe(source);
  });

  test.each(setKeys)('stores it whichever data come first: %s', async (key) => {
    const visitor = visitorWith(app, 'messe');
    expect((await visitor.save(key, johanna[key])).status).toBe(201);
    expect(await storedSource(app, visitor.id)).toBe('messe');
  });
});

test('no later save changes it, with another header or none', async () => {
  const first = visitorWith(app, 'messe');
  await first.save('horse-data', johanna['horse-data']);
  for (const header of ['newsletter', null]) {
    const later = visitorWith(app, header, first.id);
    for (const [name, value] of first.jar) later.jar.set(name, value);
    for (const key of setKeys) expect((await later.save(key, johanna[key])).status).toBeLessThan(300);
    await later.step(3);
    await later.send('PUT', href(api.declarations, later), { adviceWaiver: true });
    expect(await storedSource(app, first.id)).toBe('messe');
  }
  expect((await first.complete()).status).toBe(200);
  expect(await storedSource(app, first.id)).toBe('messe');
});

test('an application that was deleted and is begun again has the source of its new beginning', async () => {
  const visitor = visitorWith(app, 'messe');
  await visitor.save('horse-data', johanna['horse-data']);
  expect((await visitor.send('DELETE', href(api.application, visitor))).status).toBe(200);
  const again = visitorWith(app, 'newsletter', visitor.id);
  await again.save('horse-data', johanna['horse-data']);
  expect(await storedSource(app, visitor.id)).toBe('newsletter');
});

test('what everybody sees of an application does not name it', async () => {
  const visitor = visitorWith(app, 'messe');
  const saved = await visitor.save('horse-data', johanna['horse-data']);
  const { body } = await visitor.application();
  expect(JSON.stringify([saved.body, body])).not.toContain('messe');
});
