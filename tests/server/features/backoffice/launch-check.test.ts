/** `GET /api/backoffice/launch-check`: the state of the site, for administrators. Which fact opens which item is a table of the domain. */
import { expect, test } from 'bun:test';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { secondFactors, users } from '#db/schema/staff';
import { areAdministratorsProtected } from '#db/staff/second-factors';
import { documentKinds } from '#domain/document-kinds';
import { api } from '#domain/urls';
import { checkLaunch } from '#server/features/backoffice/launch-check';
import { makeDkimKey } from '#server/mails/domain';
import { startNameServer } from '#tests/support/dns';
import { givenByInsurer as given, givenOf } from '#tests/support/documents';
import { afterThisTest } from '#tests/support/endings';
import { filled } from '#tests/support/operator';
import { hire, openOffice } from './staff';

type Item = { key: string; label: string; ok: boolean; unknown?: boolean; hint?: boolean };
type Office = Awaited<ReturnType<typeof openOffice>>;

const openKeysOf = (items: Item[]) => items.filter(({ ok }) => !ok).map(({ key }) => key);

async function itemsFor({ app, antje }: Office, headers: Record<string, string> = {}): Promise<Item[]> {
  const authorization = `Bearer ${antje.token}`;
  const response = await app.ask('GET', api.launchCheck, { headers: { authorization, ...headers } });
  const body = await response.json();
  expect([response.status, Object.keys(body).toSorted()]).toEqual([200, ['items', 'ready']]);
  expect(body.ready).toBe(!body.items.some(({ ok, hint }: Item) => !ok && !hint));
  return body.items;
}

const domain = 'linde.example';

/** What a site needs that sends from a domain with all records. */
async function published() {
  const keyFile = join(await mkdtemp(join(tmpdir(), 'sattelfest-launch-')), 'dkim.pem');
  afterThisTest(() => rm(dirname(keyFile), { recursive: true }));
  const settings = { dataDir: dirname(keyFile), dkim: { keyFile, selector: 'sattelfest' } };
  const { record } = makeDkimKey(settings, filled);
  const { address, zones } = await startNameServer({
    [domain]: { MX: ['mail.example'], TXT: ['v=spf1 mx -all'] },
    [record.name]: { TXT: [record.value] },
    [`_dmarc.${domain}`]: { TXT: ['v=DMARC1; p=none'] },
  });
  return { zones, env: { SMTP_URL: 'smtp://127.0.0.1:9', DKIM_KEY: keyFile, DNS_SERVERS: address } };
}

test('the records of the domain that sends mails are looked up, and again after a minute', async () => {
  const { env, zones } = await published();
  const office = await openOffice({ operator: filled, env });
  const mailItems = async () => (await itemsFor(office)).filter(({ key }) => key.startsWith('mail_'));
  const items = await mailItems();
  expect(items.map(({ key }) => key)).toEqual(['mail_domain', 'mail_spf', 'mail_dkim', 'mail_dmarc']);
  expect(openKeysOf(items)).toEqual([]);
  for (const item of items) expect(Object.keys(item).toSorted()).toEqual(['key', 'label', 'ok']);
  zones[domain] = {};
  office.app.clock.now += 60_000;
  expect(openKeysOf(await mailItems())).toEqual(['mail_domain', 'mail_spf']);
  for (const name of Object.keys(zones)) zones[name] = 'fails';
  office.app.clock.now += 60_000;
  for (const item of await mailItems()) expect(item).toMatchObject({ ok: true, unknown: true });
});

test('a site that was just installed has every item open', async () => {
  const items = await itemsFor(await openOffice());
  for (const item of items) expect(Object.keys(item).toSorted()).toEqual(['key', 'label', 'ok']);
  expect(openKeysOf(items)).toEqual([
    ...['brand', 'company', 'insurer', 'creditor', 'legal'],
    ...documentKinds.map((kind) => `document_${kind}`),
    ...['wordings', 'testimonials', 'smtp', 'public_url', 'second_factor', 'draft_access'],
  ]);
});

test('a site where all else is done waits for the second factor of each administrator', async () => {
  const env = { ...(await published()).env, DRAFT_ACCESS: 'browser' };
  const office = await openOffice({ operator: filled, given, env });
  const { app, antje } = office;
  app.context.publicUrl = () => 'https://hufschutz.example';
  const open = async () => openKeysOf(await itemsFor(office));
  const protect = (userId: string, confirmedAt: number | null) =>
    app.db.write((tx) => tx.insert(secondFactors).values({ userId, secret: 'sealed', confirmedAt }));
  expect(await open()).toEqual(['second_factor']);
  await protect(antje.user.id, app.clock.now);
  expect(await open()).toEqual([]);
  // before the first start there is nobody
  expect(openKeysOf((await checkLaunch(app.context, null)).items)).toEqual(['second_factor']);
  const kim = await hire(app, 'kim.osei', 'admin');
  expect(await open()).toEqual(['second_factor']);
  // one that is only being set up protects nothing
  await protect(kim.user.id, null);
  expect(await open()).toEqual(['second_factor']);
  await app.db.write((tx) => tx.delete(users));
  expect(await areAdministratorsProtected(app.db.read)).toBe(false);
});

test('an administrator who seems to come from inside is told that visitors cannot be told apart', async () => {
  const office = await openOffice({ operator: filled, env: { TRUST_PROXY: '2' } });
  office.app.context.publicUrl = () => 'https://hufschutz.example';
  const inside = { ok: false, hint: true };
  for (const [forwarded, state] of [
    ['172.18.0.3', inside],
    ['203.0.113.7, 172.18.0.3', { ok: true }],
    ['203.0.113.7, 172.18.0.2, 172.18.0.3', inside],
  ] as const) {
    const items = await itemsFor(office, { 'x-forwarded-for': forwarded });
    const item = { key: 'client_address', label: 'Besucher sind unterscheidbar', ...state };
    expect(items.find(({ key }) => key === item.key)).toEqual(item);
  }
});

test('each document that is still a sample is named', async () => {
  const items = await itemsFor(await openOffice({ operator: filled, given: givenOf({ avb: 'avb' }) }));
  expect(openKeysOf(items).filter((key) => key.startsWith('document_'))).toEqual([
    'document_produktinformationsblatt',
    'document_verbraucherinformation',
  ]);
});
