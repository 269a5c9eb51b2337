/** Databases and backups of the released versions, upgraded by a start and a restore of this one (`tests/db/upgrades`). */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { eq, sql } from 'drizzle-orm';
import PostalMime from 'postal-mime';
import { loadApplication } from '#db/applications/find';
import { checkAuditLog } from '#db/audit/chain';
import { createFieldCipher } from '#db/bank-data/cipher';
import { openDatabase } from '#db/open';
import { outbox } from '#db/schema/mails';
import { doesPersonKeyOpen, readAuditKey, resealPersonKey } from '#db/sealed-keys';
import { areAdministratorsProtected, countClosedSecrets } from '#db/staff/second-factors';
import { firstCatalogue } from '#domain/landing-facts';
import { setKeys } from '#domain/steps/all';
import { hourMs } from '#domain/time';
import { api, href, pages } from '#domain/urls';
import { makeBackup } from '#server/backups/make';
import { restoreBackup } from '#server/backups/restore';
import { loadConfig } from '#server/config';
import { migrations } from '#server/root';
import { scratch } from '#tests/db/support/processes';
import * as history from '#tests/db/upgrades/history';
import { loadRelease, tokenFrom, writeRelease } from '#tests/db/upgrades/loaded';
import { setApp, startApp, type TestApp } from '#tests/support/app';
import { draw } from '#tests/support/drawing';
import { tokenIn } from '#tests/support/mail-links';
import { readPdf } from '#tests/support/pdf';
import { answerOf, createVisitor } from '#tests/support/people';

const here = scratch();
afterAll(() => here.remove());

type One = typeof history.late;
type Account = { username: string; password: string };
const { completed, drafts, keys, late, readable, staff, stopped } = history;
const all = Object.keys(history.releases) as history.Release[];
const timeOf = (release: history.Release) => history.releases[release] + history.killedMs + hourMs;

/** As the product shows them now. */
function shown({ sets }: One) {
  const readableIn = <Person extends { email: string }>(person: Person) => ({
    ...person,
    email: person.email === history.punycode ? readable : person.email,
  });
  return {
    ...sets,
    'contact-data': readableIn(sets['contact-data']),
    'policyholder-info': readableIn(sets['policyholder-info']),
  };
}

function browserOf(app: Pick<TestApp, 'ask'>, { id, author }: One) {
  const visitor = createVisitor(app, id);
  visitor.jar.set('application_author', author);
  return visitor;
}

async function signIn(app: Pick<TestApp, 'ask'>, { username, password }: Account) {
  const answer = await answerOf(await app.ask('POST', api.login, { body: { username, password } }));
  return { ...answer, headers: { authorization: `Bearer ${answer.body.token}` } };
}

async function keptMails(app: TestApp) {
  const folder = join(app.folder, 'mail');
  const texts = await Promise.all(readdirSync(folder).map((name) => Bun.file(join(folder, name)).text()));
  return await Promise.all(texts.map((text) => PostalMime.parse(text)));
}

describe.each(all)('a database of %s', (release) => {
  const file = here.path('app.db');
  beforeAll(() => writeRelease(release, file));
  const env = { DATABASE_URL: `file:${file}`, DRAFT_ACCESS: 'browser', ...keys };
  const app = setApp({ now: timeOf(release), env, draw });
  const answers = new Map<string, ReturnType<typeof signIn>>();
  /** Signs in once, because the passwords have the cost of production. */
  const signInOnce = (who: Account) => answers.getOrInsertComputed(who.username, () => signIn(app, who));

  test('has staff who sign in with their passwords, and no sessions', async () => {
    const { admin, clerk, reserved, gone } = staff;
    expect(await Promise.all([admin, clerk, reserved, gone].map(signInOnce))).toMatchObject([
      { status: 200, body: { user: { username: 'admin', role: 'admin' } } },
      { status: 200, body: { user: { username: clerk.username, role: clerk.role } } },
      { status: 200, body: { user: { username: 'System', role: 'admin' } } },
      { status: 401 },
    ]);
    const headers = { authorization: `Bearer ${tokenFrom(release)}` };
    expect((await app.ask('GET', api.currentUser, { headers })).status).toBe(401);
  });

  test('has a case for each completed application, with its data, bank data and PDF', async () => {
    const { headers } = await signInOnce(staff.clerk);
    const cases = await answerOf(await app.ask('GET', api.cases, { headers }));
    const ids = (cases.body.cases as { applicationId: string }[]).map(({ applicationId }) => applicationId);
    expect(ids.toSorted()).toEqual([...completed, late].map(({ id }) => id));
    for (const one of [...completed, late]) {
      const { id } = one;
      const { body } = await answerOf(await app.ask('GET', href(api.details, { id }), { headers }));
      const { tariffType: tariff, ...selection } = one.sets['tariff-selection'];
      const { mandateConsent: mandateAccepted, ...mandate } = one.sets['sepa-mandate'];
      expect(body).toMatchObject({
        application: { completed: true, currentStep: 6 },
        horseData: shown(one)['horse-data'],
        contactData: shown(one)['contact-data'],
        policyholderInfo: shown(one)['policyholder-info'],
        tariffSelection: { tariff, ...selection },
        sepaMandate: { ...mandate, mandateAccepted },
        case: { status: 'new', version: 1 },
      });
    }
    const { id = '', sets } = completed[1] ?? late;
    const pdf = await app.ask('GET', href(api.document, { id }), { headers });
    const { text } = await readPdf(await pdf.bytes());
    expect(text).toContain(sets['policyholder-info'].lastName);
    // the sign in its name cannot be seen
    expect(text).toContain('Donna Clara');
    const found = await answerOf(await app.ask('GET', `${api.cases}?q=eclair`, { headers }));
    expect(found.body.cases).toMatchObject([{ applicationId: completed[2]?.id }]);
  });

  test('has a mail log, and mails that leave as they were called, but no reminders without consent', async () => {
    const { headers } = await signInOnce(staff.admin);
    const waiting = await app.db.read
      .select({ id: outbox.id, type: outbox.emailType, subject: outbox.subject })
      .from(outbox)
      .where(eq(outbox.status, 'pending'));
    const leaving = waiting.filter(({ type }) => type !== 'reminder_second');
    expect([waiting.length, leaving.length]).toEqual([8, 4]);
    expect(await app.outbox.runOnce()).toBe(4);
    const kept = await keptMails(app);
    const titles = (found: { subject?: string | null }[]) => found.map(({ subject }) => subject).toSorted();
    expect(titles(kept)).toEqual(titles(leaving));
    const completion = kept.find(({ to }) => to?.[0]?.address === history.punycode);
    expect([completion?.text?.includes('Frau Sommer'), completion?.attachments.length]).toEqual([true, 7]);
    const later = kept.find(({ to }) => to?.[0]?.address === history.callbacks.delayed.email);
    expect(later?.text).toContain('Ida Später');
    const path = `${api.emailLogs}?pageSize=100`;
    const { body } = await answerOf(await app.ask('GET', path, { headers }));
    const logs = body.logs as { status: string; errorMessage: string | null }[];
    const failed = logs.filter(({ status }) => status === 'failed');
    expect(failed.map(({ errorMessage }) => errorMessage)).toEqual(Array(2).fill('550: No such mailbox'));
    expect((await app.ask('POST', api.resendFailedMails, { headers, body: {} })).status).toBe(200);
    expect(await app.outbox.runOnce()).toBe(2);
  });

  test('has links in its mails that still work', async () => {
    const [, , puny] = drafts;
    const ended = sql`select id from applications where reminders_stopped_at is not null`;
    expect(await app.db.read.all<object>(ended)).toEqual([{ id: stopped.id }]);
    const { id } = puny ?? late;
    expect((await app.ask('GET', href(pages.application, { id }))).status).toBe(200);
    // the stored address is in Punycode, and that of the mail is not
    await browserOf(app, puny ?? late).send('POST', href(api.accessLink, { id }), {});
    const token = await tokenIn(app, 'access_link', 'fortsetzen');
    expect((await app.ask('GET', href(pages.resume, { token }))).status).toBe(303);
  });

  test('has drafts that go on at their step, in the browser that began them', async () => {
    for (const [index, draft] of drafts.entries()) {
      const visitor = browserOf(app, draft);
      expect((await visitor.application()).body).toMatchObject({ currentStep: index + 1, completed: false });
      const saved = setKeys.slice(0, Math.max(1, index));
      for (const key of saved) expect((await visitor.read(key)).body).toMatchObject(shown(draft)[key]);
      expect((await createVisitor(app, draft.id).step(1)).status).toBe(404);
      for (const key of setKeys.slice(saved.length)) await visitor.save(key, draft.sets[key]);
      const done = await visitor.complete();
      expect([done.status, done.body.completed]).toEqual([200, true]);
    }
  });

  test('has a whole audit log that begins with what was done before', async () => {
    const { headers } = await signInOnce(staff.admin);
    const { body } = await answerOf(await app.ask('GET', `${api.auditLog}?pageSize=100`, { headers }));
    const rows = body.entries as { action: string; username: string; subjectId: string }[];
    const first = 'application_deleted user_deleted sessions_ended callback_processed user_created'.split(
      ' ',
    );
    const actions = [...first, 'user_created', 'user_created'];
    expect(rows.slice(-7).map(({ action }) => action)).toEqual(actions);
    expect(rows.at(-7)).toMatchObject({ username: 'admin', subjectId: history.deleted.id });
    const key = await readAuditKey(app.db.read, app.context.cipher);
    expect(await checkAuditLog(app.db, key)).toMatchObject({ whole: true });
  });

  test('has the prices that were charged, and its own texts as they are now', async () => {
    const { body } = await answerOf(await app.ask('GET', api.tariffs));
    // somebody changed those of 0.2.0
    const added = release === '0.2.0' ? 1 : 0;
    const tariffs = firstCatalogue.tariffs.map(({ premiumOptions, ...tariff }) => ({
      ...tariff,
      premiumOptions: premiumOptions.map(({ selfParticipation, monthlyPremium }) => ({
        selfParticipation,
        monthlyPremium: Math.round(100 * (monthlyPremium + added)) / 100,
      })),
    }));
    expect(body.tariffs).toEqual(tariffs);
  });

  test('has the tables and indexes of the schema', async () => {
    const folder = join(migrations, 'meta');
    const names = readdirSync(folder).toSorted();
    const newest = names.findLast((name) => name.endsWith('_snapshot.json'));
    const { tables } = await Bun.file(join(folder, newest ?? '')).json();
    const all = Object.values<{ name: string; indexes: object }>(tables);
    const parts = all.flatMap(({ name, indexes }) => [name, ...Object.keys(indexes)]);
    const rows = await app.db.read.all<{ name: string }>(sql`select name from sqlite_schema`);
    const stored = new Set(rows.map(({ name }) => name));
    expect(parts.filter((name) => !stored.has(name))).toEqual([]);
    expect(parts.length).toBeGreaterThan(80);
  });

  test('is refused as a backup without the word for it, and restored with it', async () => {
    const [backup, replaced] = [here.path('backup.db'), here.path('app.db')];
    await writeRelease(release, backup);
    const [expired = late, erased = late, , , , draft = late] = drafts;
    await writeRelease(
      release,
      replaced,
      `DELETE FROM applications WHERE id IN ('${expired.id}', '${erased.id}');
      INSERT INTO audit_log (at, user_id, username, action, subject_id)
      VALUES (${timeOf(release)}, 'u', 'admin', 'application_deleted', '${erased.id}');`,
    );
    const config = loadConfig({ DATA_DIR: dirname(replaced), ...keys });
    const task = { backup, file: replaced, config, isReplaying: true };
    const refusal = restoreBackup({ ...task, isUnsignedAllowed: false });
    expect(await refusal.catch((error: Error) => error.message)).toContain('it is no signed backup');
    const answer = await restoreBackup({ ...task, isUnsignedAllowed: true });
    expect(answer).toStartWith(`Restored: ${replaced}.`);
    expect(answer).toEndWith(
      'Replayed since the backup: 1 application. Not replayed: 1 application that the replaced database no longer had and its audit log does not name.',
    );
    const db = await openDatabase(config.database);
    const cipher = createFieldCipher(config.dataKey);
    for (const one of [...completed, late, draft]) {
      const loaded = await loadApplication(db.read, cipher, one.id);
      expect(loaded?.sets).toMatchObject({ 'sepa-mandate': one.sets['sepa-mandate'] });
    }
    expect(await loadApplication(db.read, cipher, erased.id)).toBeNull();
    await db.close();
  });

  test('can be used by commands before its upgrade', async () => {
    const [file, backup] = [here.path('app.db'), `${here.folder()}/backup.db`];
    await writeRelease(release, file);
    const config = loadConfig({ DATA_DIR: dirname(file), ...keys });
    expect(await makeBackup(file, backup, config)).toEqual([]);
    const db = await openDatabase(config.database);
    // the launch check, and the rotation of keys
    expect(await areAdministratorsProtected(db.read)).toBe(false);
    const cipher = createFieldCipher(config.dataKey);
    expect(await doesPersonKeyOpen(db, cipher)).toBe(true);
    expect(await countClosedSecrets(db.read, cipher)).toBe(0);
    await resealPersonKey(db, cipher);
    await db.close();
  });
});

test('a database server of 0.2.0 is upgraded, too', async () => {
  const { url } = await here.startSqld();
  await loadRelease('0.2.0', url);
  const app = await startApp({ now: timeOf('0.2.0'), env: { DATABASE_URL: url, ...keys } });
  const { headers } = await signIn(app, staff.admin);
  const cases = await answerOf(await app.ask('GET', api.cases, { headers }));
  expect(cases.body.total).toBe(completed.length + 1);
  const [one = late] = completed;
  const details = await answerOf(await app.ask('GET', href(api.details, { id: one.id }), { headers }));
  expect(details.body.sepaMandate).toMatchObject({ iban: one.sets['sepa-mandate'].iban });
  const key = await readAuditKey(app.db.read, app.context.cipher);
  expect(await checkAuditLog(app.db, key)).toMatchObject({ whole: true });
});
