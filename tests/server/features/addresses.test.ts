/** One e-mail address in all its spellings: typed anywhere, it is stored and shown as people write it. */
import { describe, expect, test } from 'bun:test';
import { sql } from 'drizzle-orm';
import { readableAddress } from '#db/addresses';
import { addressColumns } from '#db/persons';
import { api, href } from '#domain/urls';
import { openOffice, setOffice } from '#tests/server/features/backoffice/staff';
import { createVisitor, johanna } from '#tests/support/people';

const shown = 'erika@müller-pferde.de';
const punycode = 'erika@xn--mller-pferde-dlb.de';
const withEmail = (email: string) => ({
  ...johanna,
  'contact-data': { ...johanna['contact-data'], email },
  'policyholder-info': { ...johanna['policyholder-info'], email },
});

describe.each([
  ['as Chromium sends it', punycode],
  ['with capitals and invisible marks', '\u202aerika@MÜLLER-pferde\u200b.de\u202c'],
  ['decomposed, with blanks', ' erika@mu\u0308ller-pferde.de\u00a0'],
])('an address %s', (_, email) => {
  const office = setOffice();

  test('is the readable one for the applicant and for staff', async () => {
    const visitor = createVisitor(office.app);
    await visitor.fill(withEmail(email));
    const saved = await visitor.save('contact-data', withEmail(email)['contact-data']);
    expect(saved.body.email).toBe(shown);
    expect((await visitor.read('policyholder-info')).body.email).toBe(shown);
    await visitor.complete();
    const details = await office.lukas.ask('GET', href(api.details, { id: visitor.id }));
    expect(JSON.stringify(details.body)).toContain(shown);
    expect(JSON.stringify(details.body)).not.toContain('xn--');
    const own = await office.antje.ask('GET', `${api.emailLogs}`);
    expect(JSON.stringify(own.body)).not.toContain('xn--');
  });

  test('is the readable one in a callback request, a withdrawal, and an account', async () => {
    const { app, antje, lukas } = office;
    const person = { name: 'Erika Muster', email };
    const call = { ...person, phone: '0341 1', dataProcessingConsent: true };
    expect((await app.ask('POST', api.callbackRequests, { body: call })).status).toBe(201);
    expect(await lukas.list(api.staffCallbacks)).toMatchObject([{ email: shown }]);
    expect((await app.ask('POST', api.withdrawals, { body: person })).status).toBe(201);
    const again = await app.ask('POST', api.withdrawals, { body: { ...person, email: shown } });
    expect(again.status).toBe(200);
    const declared = await lukas.ask('GET', api.staffWithdrawals);
    expect(declared.body.withdrawals).toMatchObject([{ email: shown }]);
    const account = { username: 'erika', password: 'Kohlrabi-2026-xy', email };
    expect((await antje.ask('POST', api.users, account)).body).toMatchObject({ email: shown });
  });
});

test('what an earlier version stored in Punycode is read as people write it', async () => {
  const { app, lukas } = await openOffice();
  const visitor = createVisitor(app);
  await visitor.fill(withEmail(shown));
  await visitor.complete();
  await app.db.write(async (tx) => {
    for (const { email } of Object.values(addressColumns))
      await tx.run(sql`update ${email.table} set ${sql.identifier(email.name)} = ${punycode}
        where ${sql.identifier(email.name)} = ${shown}`);
    await tx.run(sql`update outbox set attempted_at = 1`);
  });
  for (const path of [
    href(api.details, { id: visitor.id }),
    api.cases,
    api.staffApplications,
    api.emailLogs,
  ]) {
    const { body } = await lukas.ask('GET', path);
    expect([path, JSON.stringify(body).includes(shown)]).toEqual([path, true]);
    expect([path, JSON.stringify(body).includes('xn--')]).toEqual([path, false]);
  }
});

test.each([
  ['Erika@Post.example', 'Erika@Post.example'],
  ['erika@xn--mnchen-3ya.de', 'erika@münchen.de'],
  ['erika@XN--MLLER-KVA.Example', 'erika@müller.example'],
  ['erika@xn--e1afmkfd.xn--p1ai', 'erika@пример.рф'],
  // looks like apple.example
  ['erika@xn--80ak6aa92e.example', 'erika@xn--80ak6aa92e.example'],
  ['erika@xn--pple-43d.example', 'erika@xn--pple-43d.example'],
  ['erika@xn--zzzz.de', 'erika@xn--zzzz.de'],
  ['xn--a@post.example', 'xn--a@post.example'],
])('%s is read as %s', (address, readable) => {
  expect(readableAddress(address)).toBe(readable);
  expect(readableAddress(readable)).toBe(readable);
});
