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
const keyName = `sattelfest._domainkey.${domain}`;

/** A domain with all records that mail needs, and a site that sends from it. */
async function published() {
  const keyFile = join(await mkdtemp(join(tmpdir(), 'sattelfest-launch-')), 'dkim.pem');
  afterThisTest(() => rm(dirname(keyFile), { recursive: true }));
  const settings = { dataDir: dirname(keyFile), dkim: { keyFile, selector: 'sattelfest' } };
  const { record } = makeDkimKey(settings, filled);
  expect(record.name).toBe(keyName);
  const { address, zones, asked } = await startNameServer({
    [domain]: { MX: ['mail.example'], TXT: ['v=spf1 mx -all', 'v=verification 1'] },
    [keyName]: { TXT: [record.value.replace(' p=', ' p= ')] },
    [`_dmarc.${domain}`]: { TXT: ['v=DMARC1; p=none'] },
  });
  const env = { SMTP_URL: 'smtp://127.0.0.1:9', DKIM_KEY: keyFile, DNS_SERVERS: address };
  return { zones, asked, env, record };
}

async function mailKeysOpen(env: Record<string, string>): Promise<string[]> {
  const { antje } = await openOffice({ operator: filled, env });
  const { body } = await antje.ask('GET', api.launchCheck);
  return openKeysOf(body.items as Item[]).filter((key) => key.startsWith('mail_'));
}

describe('the records of the domain that sends mails', () => {
  type Zones = Awaited<ReturnType<typeof published>>['zones'];
  const spf = (...TXT: string[]) => ({ [domain]: { MX: ['mail.example'], TXT } });
  test.each<[string, Zones, string[]]>([
    ['are all there', {}, []],
    ['lack MX and A', { [domain]: { TXT: ['v=spf1 -all'] } }, ['mail_domain']],
    ['have an A instead of an MX', { [domain]: { A: ['192.0.2.1'], TXT: ['v=spf1 -all'] } }, []],
    ['lack SPF', spf('v=spf10 -all'), ['mail_spf']],
    ['have two of SPF', spf('v=spf1 a -all', 'v=spf1 mx -all'), ['mail_spf']],
    ['have another key', { [keyName]: { TXT: ['v=DKIM1; k=rsa; p=MIIB'] } }, ['mail_dkim']],
    ['have no key', { [keyName]: {} }, ['mail_dkim']],
    ['lack DMARC', { [`_dmarc.${domain}`]: { TXT: ['v=spf1 -all'] } }, ['mail_dmarc']],
  ])('%s', async (_, zones, open) => {
    const { env, zones: all } = await published();
    Object.assign(all, zones);
    const { antje } = await openOffice({ operator: filled, env });
    const { body } = await antje.ask('GET', api.launchCheck);
    const items = (body.items as Item[]).filter(({ key }) => key.startsWith('mail_'));
    expect(items.map(({ key }) => key)).toEqual(['mail_domain', 'mail_spf', 'mail_dkim', 'mail_dmarc']);
    expect(openKeysOf(items)).toEqual(open);
    for (const item of items) expect(Object.keys(item).toSorted()).toEqual(['key', 'label', 'ok']);
  });

  test.each<[string, (right: string) => string[], boolean]>([
    ['as it is printed', (right) => [right], true],
    ['with a tag that nobody knows', (right) => [`${right}; n=Stall`], true],
    ['that ends in a semicolon', (right) => [`${right};`], true],
    ['in the spelling of zone files', (right) => [right.replaceAll(' ', '  ').replace('v=', 'v = ')], true],
    ['for mails and this hash', (right) => [`${right}; s=email; h=sha1:sha256`], true],
    ['without a version', (right) => [right.replace('v=DKIM1; ', '')], true],
    ['and an old one beside it', (right) => ['v=DKIM1; k=rsa; p=MIIB', right], false],
    ['and an old one behind it', (right) => [right, 'v=DKIM1; k=rsa; p=MIIB'], false],
    ['and an old one without a version', (right) => [right, 'k=rsa; p=MIIB'], false],
    ['beside another text', (right) => ['google-site-verification=abc', right], false],
    ['before another text', (right) => [right, 'v=spf1 -all'], false],
    ['with escaped semicolons', (right) => [right.replaceAll(';', '\\;')], false],
    ['with an escaped semicolon at its end', (right) => [`${right}\\;`], false],
    ['of another version', (right) => [right.replace('DKIM1', 'DKIM2')], false],
    ['of another kind of key', (right) => [right.replace('k=rsa', 'k=ed25519')], false],
    ['for another hash', (right) => [`${right}; h=sha1`], false],
    ['for another service', (right) => [`${right}; s=tlsrpt`], false],
    ['twice in one text', (right) => [`${right}; ${right}`], false],
    ['in quotes', (right) => [`"${right}"`], false],
    ['with commas', (right) => [right.replaceAll(';', ',')], false],
    ['that was withdrawn', (right) => [right.replace(/p=.*/, 'p=')], false],
  ])('a key %s', async (_, textsOf, ok) => {
    const { env, zones, record } = await published();
    zones[keyName] = { TXT: textsOf(record.value) };
    expect(await mailKeysOpen(env)).toEqual(ok ? [] : ['mail_dkim']);
  });

  test.each<[boolean, ...string[]]>([
    [true, 'v=DMARC1; p=reject; rua=mailto:post@linde.example'],
    [true, 'v=DMARC1;p=quarantine;'],
    [true, 'v = DMARC1 ; p = None'],
    [true, 'hello', 'v=DMARC1; p=none', 'v=spf1 -all'],
    [true, 'v=DMARC1; sp=none; p=none'],
    [false, 'v=DMARC1; p=none', 'v=DMARC1; p=reject'],
    [false, 'v=DMARC1; rua=mailto:post@linde.example'],
    [false, 'v=DMARC1'],
    [false, 'v=DMARC1; p='],
    [false, 'v=DMARC1; p=block'],
    [false, 'v=DMARC1\\; p=none'],
    [false, 'v=DMARC1; p=none\\; rua=mailto:post@linde.example'],
    [false, 'v=DMARC1; p=none; p=reject'],
    [false, 'v=DMARC1, p=none'],
    [false, '"v=DMARC1; p=none"'],
    [false, 'p=none; v=DMARC1'],
    [false, 'v=DMARC2; p=none'],
  ])('a policy is %p: %p', async (ok, ...TXT) => {
    const { env, zones } = await published();
    zones[`_dmarc.${domain}`] = { TXT };
    expect(await mailKeysOpen(env)).toEqual(ok ? [] : ['mail_dmarc']);
  });

  test('a wrong policy is not replaced by that of the parent', async () => {
    const { env, zones } = await published();
    zones[`mail.${domain}`] = { MX: ['mail.example'], TXT: ['v=spf1 -all'] };
    zones[`_dmarc.mail.${domain}`] = { TXT: ['v=DMARC1; rua=mailto:post@linde.example'] };
    const MAIL_FROM = `post@mail.${domain}`;
    expect(await mailKeysOpen({ ...env, MAIL_FROM })).toEqual(['mail_dkim', 'mail_dmarc']);
  });

  test('of a parent count where the domain has no policy', async () => {
    const { env, zones } = await published();
    zones[`mail.${domain}`] = { MX: ['mail.example'], TXT: ['v=spf1 -all'] };
    const MAIL_FROM = `post@mail.${domain}`;
    expect(await mailKeysOpen({ ...env, MAIL_FROM })).toEqual(['mail_dkim']);
  });

  test('without a key the signature is open', async () => {
    const { env } = await published();
    expect(await mailKeysOpen({ ...env, DKIM_KEY: '' })).toEqual(['mail_dkim']);
  });

  test.each(['silent', 'fails'] as const)('of a name server that is %s are open to nobody', async (state) => {
    const { env, zones } = await published();
    for (const name of Object.keys(zones)) zones[name] = state;
    const { antje } = await openOffice({ operator: filled, env });
    const { body } = await antje.ask('GET', api.launchCheck);
    const items = (body.items as Item[]).filter(({ key }) => key.startsWith('mail_'));
    for (const item of items) expect(item).toMatchObject({ ok: true, unknown: true });
  });

  test('are looked up once a minute, for all who ask', async () => {
    const { env, zones, asked } = await published();
    const { app, antje } = await openOffice({ operator: filled, env });
    const ask = async () => openKeysOf((await antje.ask('GET', api.launchCheck)).body.items as Item[]);
    await Promise.all([ask(), ask()]);
    const once = asked.length;
    expect(new Set(asked).size).toBe(once);
    zones[domain] = {};
    app.clock.now += 59_000;
    expect(await ask()).not.toContain('mail_spf');
    expect(asked.length).toBe(once);
    app.clock.now += 1_000;
    expect(await ask()).toContain('mail_spf');
  });
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
