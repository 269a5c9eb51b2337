/** No log line contains personal data: marked values take every path through the product, and each line is searched. */
// ASVS 14.2.4, 16.1.1, 16.2.3, 16.2.4, 16.4.1
import { expect, setDefaultTimeout, test } from 'bun:test';
import { sql } from 'drizzle-orm';
import { contactData, sepaMandates } from '#db/schema/applications';
import { setKeys } from '#domain/steps/all';
import { api, href, pages } from '#domain/urls';
import { queueDueReminders } from '#server/jobs/jobs';
import { deleteWhatIsOver } from '#server/jobs/retention';
import { hire } from '#tests/server/features/backoffice/staff';
import { startApp, type TestApp } from '#tests/support/app';
import { type Applicant, createVisitor, johanna } from '#tests/support/people';
import { withoutIds } from '#tests/support/random-ids';
import { type MailServer, openMailServer } from '#tests/support/smtp';
import { everyCaseCall } from './case-calls';

setDefaultTimeout(60_000);
const iban = 'DE75512108001245126199';
const names = { firstName: 'Kanari-Vor', lastName: 'Kanari-Nach', phone: '0711 5550177' };
const home = { street: 'Kanari-Gasse', houseNumber: '77k', zipCode: '70999', city: 'Kanari-Stadt' };
const account = { accountHolder: 'Kanari-Konto', iban, bic: 'SOGEDEFFXXX', bankName: 'Kanari-Bank' };
const horse = { horseName: 'Kanari-Pferd', birthDate: '2018-05-13', chipNumber: 'Kanari-276099' };
const canary: Applicant = {
  ...johanna,
  'horse-data': { ...johanna['horse-data'], ...horse, insuranceStartDate: '2027-02-11' },
  'contact-data': { ...johanna['contact-data'], ...names, email: 'kanari.contact@kanari.example' },
  'policyholder-info': {
    ...{ salutation: 'mrs', birthDate: '1977-07-17', email: 'kanari.holder@kanari.example' },
    ...names,
    ...home,
  },
  'sepa-mandate': { ...account, mandateConsent: true },
};
const wish = {
  name: 'Kanari-Rufname',
  phone: '0711 5550177',
  email: 'kanari.call@kanari.example',
  preferredTime: 'Kanari-Zeit',
  dataProcessingConsent: true,
};
const secret = 'Kanari-Passwort-1';
const traces =
  /kanari|5550177|DE75|1245126199|SOGEDEFF|1977-07-17|17\.07\.1977|2018-05-13|70999|77k|@|bearer|eyJ/i;

async function open() {
  const mails = await openMailServer();
  const app = await startApp({ env: { LOG_LEVEL: 'debug', SMTP_URL: mails.url } });
  const antje = await hire(app, 'kanari.chefin', 'admin');
  return { app, mails, headers: { authorization: `Bearer ${antje.token}` }, staffId: antje.user.id };
}

type Office = Awaited<ReturnType<typeof open>>;

/** Makes every call, once correctly and in many wrong ways; returns what gives access: ids of applications, and a token. */
async function everyCall({ app, headers, staffId }: Office): Promise<string[]> {
  const visitor = createVisitor(app);
  const ask = (method: string, path: string, body?: unknown) => app.ask(method, path, { body, headers });
  await visitor.fill(canary);
  for (const key of setKeys) {
    await visitor.read(key);
    await app.ask('POST', href(api.set(key), { id: visitor.id }), { raw: `{"firstName":"Kanari` });
    await app.ask('POST', href(api.set(key), { id: visitor.id }), { raw: 'Kanari', type: 'text/kanari' });
    for (const [field, value] of Object.entries(canary[key])) {
      await visitor.save(key, { ...canary[key], [field]: { kanari: value } });
      await visitor.save(key, { ...canary[key], [field]: `${value}\u0000` });
    }
  }
  for (const adviceWaiver of [true, 'Kanari', false])
    await app.ask('PUT', href(api.declarations, { id: visitor.id }), { body: { adviceWaiver } });
  await visitor.step(3);
  await visitor.step('Kanari');
  const asJsonAndForm = async (path: string, bodies: unknown[]) => {
    for (const body of bodies) {
      await app.ask('POST', path, { body });
      const fields = Object.entries(Object(body)).map(([key, value]) => [key, String(value)]);
      const raw = new URLSearchParams(fields).toString();
      await app.ask('POST', path, { raw, type: 'application/x-www-form-urlencoded' });
    }
  };
  const wishes = [wish, { ...wish, phone: '' }, 'Kanari', { ...wish, email: ['kanari@kanari.example'] }];
  await asJsonAndForm(`${api.callbackRequests}?source=Kanari-Quelle`, wishes);
  const withdrawal = { name: 'Kanari-Vor Kanari-Nach', email: wish.email, contract: visitor.id };
  const elsewhere = { ...withdrawal, contract: 'www.kanari.example' };
  await asJsonAndForm(api.withdrawals, [withdrawal, elsewhere, { kanari: 'Kanari' }]);
  for (const password of [secret, 'kanari', `${secret}\u0000`]) {
    await app.ask('POST', api.login, { body: { username: 'kanari.niemand', password } });
    await ask('POST', api.changePassword, { currentPassword: password, newPassword: password });
    const added = { username: `kanari.${password.length}`, password, email: 'k@kanari.example' };
    await ask('POST', api.users, added);
  }
  const { id } = visitor;
  for (const path of [
    ...['/kanari?name=Kanari', '/api/kanari/Kanari', '/api/applications/kanari@kanari.example/horse-data'],
    ...[`${pages.home}?source=Kanari`, `${pages.calculator}?tariff=Kanari`, href(pages.application, { id })],
    ...[href(pages.backofficeApplication, { id: 'kanari' }), href(pages.stopReminders, { token: id })],
    ...[href(pages.stopCalls, { token: 'Kanari'.padEnd(43, 'x') }), pages.withdrawalOf(id)],
    ...[href(pages.withdrawalReceipt, { token: 'Kanari' }), '/assets/Kanari', '/%E0%A4%A/kanari'],
    ...[api.emailLogs, api.auditLog].map((path) => `${path}?page=Kanari`),
    ...[api.dashboard, api.staffApplications, api.staffCallbacks, api.staffWithdrawals],
    ...[api.emailLogs, api.users, api.auditLog],
  ])
    await ask('GET', path);
  await app.ask('GET', api.currentUser, { headers: { authorization: 'Bearer Kanari' } });
  await ask('POST', href(api.resendReminder, { id: visitor.id }), { type: 'first' });
  await ask('POST', href(api.resendReminder, { id: visitor.id }), { type: 'Kanari' });
  await ask('GET', href(api.details, { id: visitor.id }));
  await visitor.complete();
  await visitor.save('contact-data', canary['contact-data']);
  await ask('GET', href(api.document, { id: visitor.id }));
  const advice = { id: crypto.randomUUID(), advice: 'Kanari-Rat' };
  for (const wishes of ['', 'Kanari-Wunsch', 'Kanari-Wunsch'])
    await ask('POST', href(api.advice, { id: visitor.id }), { ...advice, wishes });
  await ask('GET', href(api.evidence, { id: visitor.id }));
  const token = await everyCaseCall(app, ask, visitor.id, 'Kanari');
  await app.outbox.runOnce();
  await ask('POST', href(api.endSessions, { id: crypto.randomUUID() }));
  await ask('DELETE', href(api.user, { id: staffId }));
  // stays open for the jobs, which remind and delete
  const open = createVisitor(app);
  await open.fill(canary);
  return [visitor.id, open.id, token];
}

/** Searches all lines, including those that are logged after their response, and returns them. */
async function searched({ logged }: TestApp, secrets: string[]): Promise<string[]> {
  await new Promise((resolve) => setImmediate(resolve));
  expect(logged.filter((line) => traces.test(withoutIds(line)))).toEqual([]);
  expect(logged.filter((line) => secrets.some((one) => one && line.includes(one)))).toEqual([]);
  for (const line of logged)
    expect(Object.keys(JSON.parse(line))).toEqual(expect.arrayContaining(['time', 'event']));
  return logged;
}

test('no log line names anybody when the mail server refuses, quotes the mail or is away', async () => {
  const office = await open();
  const { app, mails } = office;
  const ids: string[] = [];
  for (const trouble of troubles) {
    await trouble(mails);
    ids.push(...(await everyCall(office)));
    app.clock.now += 25 * 3_600_000;
    await queueDueReminders(app.context);
    await app.outbox.runOnce();
  }
  app.clock.now += 100 * 24 * 3_600_000;
  await deleteWhatIsOver(app.context);
  const lines = await searched(app, ids);
  expect(lines.filter((line) => /mail_(retry|failed)/.test(line)).length).toBeGreaterThan(5);
  expect(lines.filter((line) => /expired_data_erased/.test(line))).toHaveLength(1);
});

const troubles: ((mails: MailServer) => Promise<void>)[] = [
  async (mails) => mails.refuse(550, 'No such user <kanari.contact@kanari.example> Kanari-Nach'),
  async (mails) => mails.refuse(451, 'Kanari-Vor <kanari.contact@kanari.example> try later', 'data'),
  async (mails) => await mails.stop(),
];

test('no log line names anybody when calls succeed or fail, and then our database fails', async () => {
  const office = await open();
  const { app } = office;
  const ids = await everyCall(office);
  // otherwise the question was not sent
  expect(ids.at(-1)).toMatch(/^[\w-]{43}$/);
  const usual = await searched(app, ids);
  const before = usual.length;
  expect(before).toBeGreaterThan(120);
  expect(new Set(usual.map((line) => JSON.parse(line).status)).size).toBeGreaterThan(8);
  await app.db.write((tx) => tx.update(sepaMandates).set({ iban: `kanari ${iban}` }));
  await app.db.write((tx) => tx.run(sql`alter table contact_data rename column last_name to broken`));
  await app.db.write((tx) => tx.run(sql`alter table callback_requests rename column phone to broken`));
  ids.push(...(await everyCall(office)));
  await app.db.read
    .select()
    .from(contactData)
    .catch(() => undefined);
  await app.db.write((tx) => tx.run(sql`drop table outbox`));
  await app.db.write((tx) => tx.run(sql`drop table users`));
  ids.push(...(await everyCall(office)));
  const lines = (await searched(app, ids)).slice(before);
  expect(lines.filter((line) => /"request failed"/.test(line)).length).toBeGreaterThan(20);
});
