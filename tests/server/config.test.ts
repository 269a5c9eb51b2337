// ASVS 12.2.1
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { usualPeriods } from '#domain/retention/periods';
import { loadConfig } from '#server/config';
import { endFirstStart, replaceDataKey, retirePreviousKey } from '#server/secrets';

const key = Buffer.alloc(32, 7).toString('base64');
const secret = 's'.repeat(32);
const given = { JWT_SECRET: secret, DATA_KEY: key };
let root = '';
let folders = 0;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'sattelfest-config-'));
});
afterAll(() => rm(root, { recursive: true, force: true }));

const freshFolder = () => {
  folders += 1;
  return join(root, String(folders));
};
const load = (env: Record<string, string>, folder = freshFolder()) =>
  loadConfig({ DATA_DIR: folder, ...env });

// others are taken by the tests of what they are for
test.each([
  ['PORT', '0', { port: 0 }],
  ['HOST', '::1', { host: '::1' }],
  ['PUBLIC_URL', 'https://pferd.example', { publicUrl: 'https://pferd.example' }],
  ['DATABASE_URL', 'file:/tmp/x.db', { database: { url: 'file:/tmp/x.db' } }],
  ['DATABASE_URL', 'http://127.0.0.1:8080', { database: { url: 'http://127.0.0.1:8080' } }],
  ['DATABASE_URL', 'https://db.example', { database: { url: 'https://db.example' } }],
  ['DATABASE_URL', 'libsql://db.example', { database: { url: 'libsql://db.example' } }],
  ['DATABASE_AUTH_TOKEN', 'abc', { database: { authToken: 'abc' } }],
  ['DATABASE_SYNC_URL', 'libsql://db.example', { database: { syncUrl: 'libsql://db.example' } }],
  ['DATABASE_ENCRYPTION_KEY', secret, { database: { encryptionKey: secret } }],
  ['ALLOW_EMPTY_DATABASE', 'true', { mayBeginEmpty: true }],
  ['DATA_KEY_PREVIOUS', key, { dataKeyPrevious: key, dataKeyGenerated: true }],
  ['BACKUP_KEY', key, { backupKey: key }],
  ['TOKEN_IDLE_MINUTES', '0.5', { tokenIdleMinutes: 0.5 }],
  ['SECOND_FACTOR', 'optional', { secondFactor: 'optional' }],
  ['PASSWORD_MIN', '12', { passwordMin: 12 }],
  ['ADMIN_USERNAME', 'chef', { admin: { username: 'chef' } }],
  ['ADMIN_PASSWORD', 'geheim-1', { admin: { password: 'geheim-1' } }],
  ['REMINDER_FIRST_HOURS', '0.5', { reminderFirstHours: 0.5 }],
  ['RETENTION_DAYS', '0.5', { retention: { ...usualPeriods, openDays: 0.5, contactlessDays: 0.5 } }],
  ['RETENTION_DAYS', '30', { retention: { ...usualPeriods, openDays: 30 } }],
  ['TRUST_PROXY', '1', { proxies: { count: 1, header: null } }],
  ['TRUST_PROXY', '5', { proxies: { count: 5, header: null } }],
  ['CLIENT_ADDRESS_HEADER', 'Fly-Client-IP', { proxies: { count: 0, header: 'Fly-Client-IP' } }],
  ['TRUST_PROXY', 'false', { proxies: { count: 0, header: null } }],
  ['DRAIN_SECONDS', '0', { drainSeconds: 0 }],
  ['DRAIN_SECONDS', '30', { drainSeconds: 30 }],
  ['OPERATOR_DIR', '/srv/operator', { operatorDir: '/srv/operator' }],
  ['LAUNCH_CHECK', 'warn', { launchCheck: 'warn' }],
  ['PUBLIC_URL', 'https://pferd.example//', { publicUrl: 'https://pferd.example' }],
  ['SMTP_URL', 'smtp://user:pass@mail.example:587', { smtpUrl: 'smtp://user:pass@mail.example:587' }],
  ['SMTP_URL', 'smtps://mail.example', { smtpUrl: 'smtps://mail.example' }],
  ['DKIM_KEY', '/srv/dkim.pem', { dkim: { keyFile: '/srv/dkim.pem', selector: 'sattelfest' } }],
  ['DKIM_SELECTOR', 'mail.2026', { dkim: { selector: 'mail.2026' } }],
  ['DNS_SERVERS', '192.0.2.1:53, [2001:db8::1]:5353', { dnsServers: ['192.0.2.1:53', '[2001:db8::1]:5353'] }],
  [
    'IMAP_URL',
    'imaps://post:geheim@mail.example/Eingang',
    { mailIn: { imapUrl: 'imaps://post:geheim@mail.example/Eingang' } },
  ],
  [
    'IMAP_URL',
    'imap://post:geheim@localhost:143',
    { mailIn: { imapUrl: 'imap://post:geheim@localhost:143' } },
  ],
  ['MAIL_IN_TOKEN', 'sixteen-letters!', { mailIn: { token: 'sixteen-letters!' } }],
  ['MAIL_MAX_MB', '0.5', { mailMaxBytes: 500_000 }],
  ['MAIL_FROM', 'post@stall.example', { mailFrom: 'post@stall.example' }],
  ['MAIL_INTERNAL_TO', 'team@stall.example', { mailInternalTo: 'team@stall.example' }],
  ['MAIL_FIRST_CONTACTS', '20', { firstContacts: 20 }],
])('settings accept %s=%s', (name, value, config) => {
  expect(load({ [name]: value })).toMatchObject(config);
});

test('settings take a mailbox without TLS if a word says so', () => {
  const IMAP_URL = 'imap://post:geheim@mail.example';
  expect(load({ IMAP_URL, IMAP_PLAINTEXT: 'true' }).mailIn.imapUrl).toBe(IMAP_URL);
});

test('settings all have a default', () => {
  const folder = freshFolder();
  expect(load({}, folder)).toMatchObject({
    port: 3000,
    host: '127.0.0.1',
    dataDir: resolve(folder),
    database: { url: `file:${resolve(folder)}/app.db` },
    operatorDir: join(resolve(folder), 'operator'),
    dkim: { keyFile: null, selector: 'sattelfest' },
    mailIn: { imapUrl: null, token: null },
    mailMaxBytes: 9_000_000,
    dnsServers: [],
    policyholderConfirmation: 'flag',
    mailFrom: null,
    mailInternalTo: null,
    submitLabel: 'Antrag absenden',
    launchCheck: 'warn',
    tokenHours: 8,
    admin: { username: 'admin', password: null },
    reminderFirstHours: 24,
    reminderSecondHours: 72,
    retention: usualPeriods,
    proxies: { count: 0, header: null },
    drainSeconds: 0,
    rateLimit: true,
    firstContacts: 300,
    analyticsScriptUrl: null,
    logLevel: 'info',
  });
  const { database, smtpUrl } = load({});
  const { authToken, syncUrl, encryptionKey } = database;
  expect([smtpUrl, authToken, syncUrl, encryptionKey]).toEqual(Array(4).fill(undefined));
});

test('settings have other defaults in production', () => {
  const started = (env: object) => load({ NODE_ENV: 'production', ...env });
  expect(started({})).toMatchObject({ production: true, host: '127.0.0.1', isHidden: true });
  for (const env of [{ PUBLIC_URL: 'https://sattelfest.example' }, { HOST: '0.0.0.0' }])
    expect(started(env)).toMatchObject({ host: '0.0.0.0', isHidden: false });
  expect(started({ HOST: '127.0.0.1' }).host).toBe('127.0.0.1');
  expect(load({ NODE_ENV: 'development' })).toMatchObject({ production: false, host: '127.0.0.1' });
});

test('settings put the data into the folder data by default', async () => {
  const cwd = freshFolder();
  await Bun.write(join(cwd, 'x'), '');
  const code = `import { loadConfig } from ${JSON.stringify(resolve('server/config.ts'))}; console.log(loadConfig({}).dataDir)`;
  const load = Bun.spawn(['bun', '-e', code], { cwd, stdout: 'pipe' });
  expect((await new Response(load.stdout).text()).trim()).toEndWith('/data');
  expect(await readdir(join(cwd, 'data'))).not.toEqual([]);
});

describe('secrets', () => {
  // ASVS 11.2.3, 11.6.1, 13.3.2
  test('are generated once, are long, differ from each other and are readable by the owner only', async () => {
    const folder = freshFolder();
    const first = load({}, folder);
    expect(first.jwtSecret.length).toBeGreaterThanOrEqual(32);
    expect(Buffer.from(first.dataKey, 'base64')).toHaveLength(32);
    expect(first.jwtSecret).not.toBe(first.dataKey);
    const { jwtSecret, dataKey } = load({}, folder);
    expect({ jwtSecret, dataKey }).toEqual({ jwtSecret: first.jwtSecret, dataKey: first.dataKey });
    const names = await readdir(folder);
    expect(names.length).toBeGreaterThanOrEqual(2);
    for (const name of names) {
      expect({ name, mode: (await stat(join(folder, name))).mode & 0o777 }).toEqual({ name, mode: 0o600 });
    }
    expect(load({}).jwtSecret).not.toBe(first.jwtSecret);
    expect(load({}).dataKey).not.toBe(first.dataKey);
  });

  test('are taken from the environment if it has them', () => {
    expect(load(given)).toMatchObject({ jwtSecret: secret, dataKey: key });
  });

  test('include both keys while a key is being replaced, unless the environment has the key', () => {
    const folder = freshFolder();
    const { dataKey: previous } = load({}, folder);
    const { dataKey } = replaceDataKey(folder);
    expect(load({}, folder)).toMatchObject({ dataKey, dataKeyPrevious: previous });
    expect(load(given, folder).dataKeyPrevious).toBeUndefined();
    expect(retirePreviousKey(folder, dataKey)).toBeNull();
    expect(retirePreviousKey(folder, previous)).not.toBeNull();
    expect(load({}, folder).dataKeyPrevious).toBeUndefined();
  });

  test('of an earlier start forbid an empty database, unless ALLOW_EMPTY_DATABASE is set', () => {
    const folder = freshFolder();
    expect(load(given, folder).mayBeginEmpty).toBe(true);
    expect(load({}, folder).mayBeginEmpty).toBe(true);
    endFirstStart(folder);
    const environments: Record<string, string>[] = [{}, { DATA_KEY: key }, given];
    for (const env of environments) expect(load(env, folder).mayBeginEmpty).toBe(false);
    expect(load({ ...given, ALLOW_EMPTY_DATABASE: 'true' }, folder).mayBeginEmpty).toBe(true);
  });
});
