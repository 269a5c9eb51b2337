/** Finding proofs by an address, and everything that is stored about the person of an application. */
import { describe, expect, test } from 'bun:test';
import type { CallbackRow } from '#domain/callbacks/calls';
import { formatDay } from '#domain/dates';
import type { FoundEvidence } from '#domain/law/evidence';
import { api, href, pages } from '#domain/urls';
import { type OwnData, seenByLink } from '#server/features/privacy/own-data';
import { begun, filled } from '#tests/support/applications';
import { tokenIn } from '#tests/support/mail-links';
import { rare } from '#tests/support/traces';
import { openOffice } from './staff';

const { email } = rare['contact-data'];
const wish = { name: 'Holunderblüte', phone: '030 5', email, dataProcessingConsent: true };

async function open() {
  const office = await openOffice();
  const { app, antje } = office;
  const visitor = await filled(app, rare);
  const find = async (address: string) => {
    const answer = await antje.ask('POST', api.searchEvidence, { email: address });
    expect(answer.status).toBe(200);
    expect(Object.keys(answer.body)).toEqual(['entries']);
    return answer.body.entries as FoundEvidence[];
  };
  return { ...office, visitor, find };
}

describe('the search for proofs', () => {
  test('finds those of a person in any spelling of the address, in order of time', async () => {
    const { app, visitor, find } = await open();
    expect((await visitor.complete()).status).toBe(200);
    app.clock.now += 1000;
    const asked = await app.ask('POST', api.callbackRequests, { body: wish });
    const { id: callbackId } = (await asked.json()) as { id: string };
    const found = await find(email.toUpperCase());
    expect(found.length).toBeGreaterThan(1);
    expect(found.at(-1)).toMatchObject({ kind: 'call_consent', callbackId, applicationId: null });
    for (const one of found.slice(0, -1)) expect(one.applicationId).toBe(visitor.id);
    expect(found.map(({ at }) => at)).toEqual(found.map(({ at }) => at).toSorted());
    expect(JSON.stringify(found)).not.toContain(email);
    expect(await find('niemand@nirgends.example')).toEqual([]);
  });

  test('still finds them when the application and the callback were deleted', async () => {
    const { app, visitor, find, lukas } = await open();
    await visitor.complete();
    const asked = await app.ask('POST', api.callbackRequests, { body: wish });
    const before = await find(email);
    const { id } = (await asked.json()) as { id: string };
    await lukas.ask('DELETE', href(api.staffCallback, { id }));
    await lukas.ask('DELETE', href(api.staffApplication, { id: visitor.id }));
    expect(await find(email)).toEqual(before);
  });
});

describe('the disclosure', () => {
  test('is what the person gets by the link to their data, with the whole birth date and the notes', async () => {
    const { app, lukas, visitor } = await open();
    await app.ask('POST', api.callbackRequests, { body: wish });
    const [request] = await lukas.list<CallbackRow>(api.staffCallbacks);
    const call = { id: crypto.randomUUID(), outcome: 'reached', note: 'INTERN: wirkt unseriös' };
    await lukas.ask('POST', href(api.calls, { id: request?.id ?? '' }), call);
    await app.ask('POST', api.privacyRequests, { body: { email } });
    const token = await tokenIn(app, 'privacy_link', 'meine-daten');
    const own = await app.ask('POST', href(api.exportOwnData, { token }), { body: {} });
    const { status, body } = await lukas.ask('GET', href(api.disclosure, { id: visitor.id }));
    expect(status).toBe(200);
    const data = body as unknown as OwnData;
    const byLink = await own.text();
    expect(seenByLink(data)).toEqual(JSON.parse(byLink));
    const { birthDate } = rare['policyholder-info'];
    expect(data.applications[0]?.policyholderInfo?.birthDate).toBe(birthDate);
    expect(data.callbackRequests[0]?.calls).toMatchObject([{ outcome: 'reached', note: call.note }]);
    // a mailbox proves nobody's identity
    expect(JSON.parse(byLink).applications[0].policyholderInfo.birthDate).toBe(birthDate.slice(0, 4));
    expect(JSON.parse(byLink).callbackRequests[0].calls).toMatchObject([{ outcome: 'reached' }]);
    const page = await (await app.ask('GET', href(pages.ownDataOf, { token }))).text();
    for (const text of [byLink, page]) {
      for (const secret of [birthDate, formatDay(birthDate), 'INTERN']) expect(text).not.toContain(secret);
    }
    expect(page).toContain('Geburtsjahr');
    expect(body.evidence).toMatchObject([
      { label: 'Anruf erlaubt', way: 'auf der Seite' },
      { label: 'Angerufen', way: 'am Telefon' },
    ]);
    expect(JSON.stringify(body)).not.toContain(rare['sepa-mandate'].iban);
  });

  test('contains the advice and the number of the policy', async () => {
    const { lukas, visitor } = await open();
    await visitor.complete();
    const { id } = visitor;
    const advice = { id: crypto.randomUUID(), wishes: 'Kolik absichern', advice: 'Premium, weil' };
    expect((await lukas.ask('POST', href(api.advice, { id }), advice)).status).toBe(201);
    await lukas.ask('PATCH', href(api.case, { id }), { version: 1, policyNumber: 'OP-7' });
    const { body } = await lukas.ask('GET', href(api.disclosure, { id }));
    const { id: _, ...given } = advice;
    expect(body.applications).toMatchObject([{ policyNumber: 'OP-7', advice: [given] }]);
  });

  test('is refused while there is no address', async () => {
    const { app, lukas } = await open();
    const answer = await lukas.ask('GET', href(api.disclosure, await begun(app, 1)));
    const message = 'Zu diesem Antrag gibt es noch keine E-Mail-Adresse.';
    expect(answer).toMatchObject({ status: 409, body: { message } });
  });
});

test('an application whose erasure was asked for is marked in the list and in the details', async () => {
  const { app, lukas, visitor } = await open();
  await visitor.complete();
  const other = await filled(app);
  await app.ask('POST', api.privacyRequests, { body: { email } });
  const token = await tokenIn(app, 'privacy_link', 'meine-daten');
  const { birthDate } = rare['policyholder-info'];
  await app.ask('POST', href(api.eraseOwnData, { token }), { body: { birthDate } });
  const rows = await lukas.list(api.staffApplications);
  expect(rows.find(({ id }) => id === visitor.id)).toMatchObject({ restricted: true });
  expect(rows.find(({ id }) => id === other.id)).not.toHaveProperty('restricted');
  expect((await lukas.ask('GET', href(api.details, visitor))).body).toMatchObject({ restricted: true });
});
