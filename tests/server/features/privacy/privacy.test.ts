/** Asking for the link to what is stored about an address, and what it shows. */
import { describe, expect, test } from 'bun:test';
import { caseMessages } from '#db/schema/desk';
import { adviceRecords } from '#db/schema/law';
import { outbox } from '#db/schema/mails';
import { invalidLinkTitle } from '#domain/access-links';
import { factsOf } from '#domain/facts';
import { privacyRequested } from '#domain/privacy/own-data';
import * as sets from '#domain/steps/sets';
import { api, href, pages } from '#domain/urls';
import { expectSecretive } from '#tests/server/features/withdrawals/declaration';
import { startApp } from '#tests/support/app';
import { rare } from '#tests/support/traces';
import { dataOf, email, filled, form, minute, request, tokenFor } from './person';

describe('asking for the link', () => {
  test('answers known and unknown addresses alike, and sends each a mail', async () => {
    const app = await startApp();
    await filled(app);
    for (const address of [email, 'niemand@nirgends.example']) {
      const json = await request(app, address);
      expect([json.status, await json.json()]).toEqual([202, { message: privacyRequested }]);
      const plain = await app.ask('POST', api.privacyRequests, form({ email: address }));
      expect([plain.status, plain.headers.get('location')]).toEqual([303, `${pages.ownData}?link=gesendet`]);
    }
    const mails = await app.db.read.select().from(outbox);
    const nobody = 'niemand@nirgends.example';
    expect(mails).toMatchObject(
      [email, email, nobody, nobody].map((recipientEmail) => ({ recipientEmail, applicationId: null })),
    );
    expect(new Set(mails.map(({ emailType }) => emailType))).toEqual(new Set(['privacy_link']));
    expect(await (await app.ask('GET', `${pages.ownData}?link=gesendet`)).text()).toContain(
      '<title>Ihr Link ist unterwegs: Meine Daten | Sattelfest</title>',
    );
  });
});

describe('the link', () => {
  test('shows what was entered in every field', async () => {
    const app = await startApp();
    await filled(app, rare, true);
    const token = await tokenFor(app, email);
    const [application] = (await dataOf(app, token)).applications;
    const { horseData, contactData, tariffSelection, policyholderInfo, sepaMandate } = application ?? {};
    const { birthDate: _, ...policyholder } = factsOf(sets.policyholderFields, policyholderInfo ?? {});
    const facts = [
      ...Object.values(factsOf(sets.horseFields, horseData ?? {})),
      ...Object.values(factsOf(sets.contactFields, contactData ?? {})),
      ...Object.values(factsOf(sets.tariffFields, tariffSelection ?? {})),
      ...Object.values(policyholder),
      ...Object.values(factsOf(sets.mandateFields, { ...sepaMandate, iban: sepaMandate?.ibanMasked })),
      { label: 'Mandatsreferenz', value: sepaMandate?.mandateReference ?? null },
    ];
    const text = await (await app.ask('GET', href(pages.ownDataOf, { token }))).text();
    const shown = facts.filter(({ value }) => value !== null);
    expect(shown.length).toBeGreaterThan(15);
    expect(shown.filter(({ value }) => !text.includes(value ?? ''))).toEqual([]);
  });

  // ASVS 3.5.3
  test('works for 60 minutes, and opening it changes nothing', async () => {
    const app = await startApp();
    await filled(app);
    const token = await tokenFor(app, email);
    app.clock.now += 60 * minute - 1;
    const page = await app.ask('GET', href(pages.ownDataOf, { token }));
    expect(page.status).toBe(200);
    expectSecretive(page);
    const text = await page.text();
    for (const words of ['Angefangener Antrag für Holunderblüte', 'Als JSON herunterladen', 'Löschen'])
      expect(text).toContain(words);
    expect(text).not.toContain(rare['sepa-mandate'].iban);
    expect((await dataOf(app, token)).applications).toHaveLength(1);
    app.clock.now += 1;
    const bad = ['A'.repeat(43), 'kurz', token];
    const answers = new Set<string>();
    for (const one of bad) {
      for (const call of [
        await app.ask('GET', href(pages.ownDataOf, { token: one })),
        await app.ask('POST', href(api.exportOwnData, { token: one }), form()),
        await app.ask('POST', href(api.eraseOwnData, { token: one }), form()),
      ]) {
        expect(call.status).toBe(404);
        answers.add(await call.text());
      }
      for (const path of [api.exportOwnData, api.eraseOwnData]) {
        const call = await app.ask('POST', href(path, { token: one }), { body: {} });
        expect([call.status, await call.json()]).toEqual([404, { message: invalidLinkTitle }]);
      }
    }
    expect(answers.size).toBe(1);
    expect(app.logged.join('\n')).not.toContain(token);
  });

  test('shows each person only the sets that concern them, with masked bank data', async () => {
    const app = await startApp();
    const other = 'halter@post.example';
    const policyholder = { ...rare['policyholder-info'], email: other };
    const visitor = await filled(app, { ...rare, 'policyholder-info': policyholder });
    const about = { applicationId: visitor.id, username: 'antje.brandt', at: 1 };
    await app.db.write(async (tx) => {
      const message = { subject: 'Frage', body: 'Text', status: 'inquiry' } as const;
      await tx.insert(caseMessages).values({ id: crypto.randomUUID(), ...about, ...message });
      const advice = { wishes: 'Kolik', advice: 'Top' };
      await tx.insert(adviceRecords).values({ id: crypto.randomUUID(), ...about, ...advice });
    });
    const [contact] = (await dataOf(app, await tokenFor(app, email))).applications;
    expect(contact).toMatchObject({
      id: visitor.id,
      completed: false,
      policyholderInfo: null,
      sepaMandate: null,
    });
    expect(contact).toMatchObject({ messages: [{ subject: 'Frage' }], advice: [{ wishes: 'Kolik' }] });
    expect(contact?.contactData).toMatchObject({ email, lastName: 'Wacholderbeere' });
    const [holder] = (await dataOf(app, await tokenFor(app, other))).applications;
    expect(holder).toMatchObject({ contactData: null, policyholderInfo: { email: other } });
    expect(holder).toMatchObject({ messages: [], advice: [] });
    expect(holder?.sepaMandate?.ibanMasked).toContain('…');
    expect(JSON.stringify(holder)).not.toContain(rare['sepa-mandate'].iban);
    expect((await dataOf(app, await tokenFor(app, 'fremd@post.example'))).applications).toEqual([]);
  });

  test('is not sent any more when it has expired while the mail waited', async () => {
    const app = await startApp();
    await request(app, email);
    app.clock.now += 60 * minute + 1;
    await app.outbox.runOnce();
    expect(await app.db.read.select().from(outbox)).toEqual([]);
  });
});
