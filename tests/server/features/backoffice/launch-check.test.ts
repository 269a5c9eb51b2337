/** `GET /api/backoffice/launch-check`: the state of the site, for administrators. */
import { describe, expect, test } from 'bun:test';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { secondFactors, users } from '#db/schema/staff';
import { areAdministratorsProtected } from '#db/staff/second-factors';
import { documentKinds } from '#domain/document-kinds';
import { api } from '#domain/urls';
import { makeDkimKey } from '#server/mail/domain/dkim';
import { startNameServer } from '#tests/support/dns';
import { givenByInsurer as given, givenOf } from '#tests/support/documents';
import { afterThisTest } from '#tests/support/endings';
import { filled } from '#tests/support/operator';
import { hire, openOffice } from './staff';

type Item = { key: string; label: string; ok: boolean; unknown?: boolean; hint?: boolean };

const openKeysOf = (items: Item[]) => items.filter(({ ok }) => !ok).map(({ key }) => key);

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
  const { app, antje } = await openOffice({ operator: filled, env });
  const mailItems = async () =>
    ((await antje.ask('GET', api.launchCheck)).body.items as Item[]).filter(({ key }) =>
      key.startsWith('mail_'),
    );
  const items = await mailItems();
  expect(items.map(({ key, ok }) => [key, ok])).toEqual([
    ['mail_domain', true],
    ['mail_spf', true],
    ['mail_dkim', true],
    ['mail_dmarc', true],
  ]);
  for (const item of items) expect(Object.keys(item).toSorted()).toEqual(['key', 'label', 'ok']);
  zones[domain] = {};
  app.clock.now += 60_000;
  expect(openKeysOf(await mailItems())).toEqual(['mail_domain', 'mail_spf']);
  for (const name of Object.keys(zones)) zones[name] = 'fails';
  app.clock.now += 60_000;
  for (const item of await mailItems()) expect(item).toMatchObject({ ok: true, unknown: true });
});

describe('the Startprüfung', () => {
  test('of a site that was just installed has every item open', async () => {
    const { antje } = await openOffice();
    const { status, body } = await antje.ask('GET', api.launchCheck);
    expect(status).toBe(200);
    expect(Object.keys(body).toSorted()).toEqual(['items', 'ready']);
    expect(body.ready).toBe(false);
    const items = body.items as Item[];
    for (const item of items) expect(Object.keys(item).toSorted()).toEqual(['key', 'label', 'ok']);
    expect(openKeysOf(items)).toEqual([
      'brand',
      'company',
      'insurer',
      'creditor',
      'legal',
      ...documentKinds.map((kind) => `document_${kind}`),
      'wordings',
      'testimonials',
      'smtp',
      'public_url',
      'second_factor',
      'draft_access',
    ]);
  });

  test('waits for the second factor of each administrator when all else is done', async () => {
    const { env } = await published();
    const { app, antje } = await openOffice({
      operator: filled,
      given,
      env: { ...env, DRAFT_ACCESS: 'browser' },
    });
    app.context.publicUrl = () => 'https://hufschutz.example';
    const open = async () => {
      const { body } = await antje.ask('GET', api.launchCheck);
      expect(body.ready).toBe(openKeysOf(body.items as Item[]).length === 0);
      return openKeysOf(body.items as Item[]);
    };
    const protect = (userId: string, confirmedAt: number | null) =>
      app.db.write((tx) => tx.insert(secondFactors).values({ userId, secret: 'sealed', confirmedAt }));
    expect(await open()).toEqual(['second_factor']);
    await protect(antje.user.id, app.clock.now);
    expect(await open()).toEqual([]);
    const kim = await hire(app, 'kim.osei', 'admin');
    expect(await open()).toEqual(['second_factor']);
    // one that is only being set up protects nothing
    await protect(kim.user.id, null);
    expect(await open()).toEqual(['second_factor']);
  });

  test('tells an administrator who seems to come from inside that visitors cannot be told apart', async () => {
    const { app, antje } = await openOffice({ operator: filled, env: { TRUST_PROXY: '2' } });
    app.context.publicUrl = () => 'https://hufschutz.example';
    const seenFrom = async (forwarded: string) => {
      const headers = { authorization: `Bearer ${antje.token}`, 'x-forwarded-for': forwarded };
      const { items } = await (await app.ask('GET', api.launchCheck, { headers })).json();
      return (items as Item[]).find(({ key }) => key === 'client_address');
    };
    const item = { key: 'client_address', label: 'Besucher sind unterscheidbar' };
    expect(await seenFrom('172.18.0.3')).toEqual({ ...item, ok: false, hint: true });
    expect(await seenFrom('203.0.113.7, 172.18.0.3')).toEqual({ ...item, ok: true });
    expect(await seenFrom('203.0.113.7, 172.18.0.2, 172.18.0.3')).toEqual({ ...item, ok: false, hint: true });
  });

  test('takes a site without administrators for unprotected', async () => {
    const { app, antje } = await openOffice();
    const isProtected = () => areAdministratorsProtected(app.db.read);
    const { id: userId } = antje.user;
    await app.db.write((tx) => tx.insert(secondFactors).values({ userId, secret: 'sealed', confirmedAt: 1 }));
    expect(await isProtected()).toBe(true);
    await app.db.write((tx) => tx.delete(users));
    expect(await isProtected()).toBe(false);
  });

  test('names each document that is still a sample', async () => {
    const { antje } = await openOffice({ operator: filled, given: givenOf({ avb: 'avb' }) });
    const { body } = await antje.ask('GET', api.launchCheck);
    expect(openKeysOf(body.items as Item[]).filter((key) => key.startsWith('document_'))).toEqual([
      'document_produktinformationsblatt',
      'document_verbraucherinformation',
    ]);
  });
});
