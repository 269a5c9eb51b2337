/** Settings that are refused, each in one line that names the variable and says what is allowed. */
import { afterAll, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadConfig } from '#server/config';
import { OperatorError } from '#server/process/failure';

const folder = mkdtempSync(join(tmpdir(), 'sattelfest-refused-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** The line that refuses these settings; null: they are taken. */
function refusal(env: Record<string, string>): string | null {
  try {
    loadConfig({ DATA_DIR: folder, ...env });
    return null;
  } catch (error) {
    if (error instanceof OperatorError) return error.message;
    throw error;
  }
}

const ends = ['/path', '/path/', '?', '?x=1', '#', '#y', '/?x=1#y', ' ', '\t', '\n', '\\', '@'];
const key = Buffer.alloc(32, 7).toString('base64');
const secret = 's'.repeat(32);

const wrong: Record<string, string[]> = {
  PUBLIC_URL: [
    ...['localhost', 'ftp://pferd.example', 'javascript:alert(1)', 'https://', ' https://pferd.example'],
    ...ends.map((end) => `https://pferd.example${end}`),
    ...['user:secret@', 'user@', '@', ' '].map((begin) => `https://${begin}pferd.example`),
  ],
  DATABASE_URL: [
    ...['mysql://localhost/x', 'app.db', 'nonsense', 'file:', 'libsql://'],
    ...['file:/srv/Kunde #1/app.db', 'file:/srv/a?b/app.db', 'file:#', 'file:?x'],
    ...['libsql://db.example#x', 'https://db.example ', 'https://db .example'],
  ],
  DATABASE_SYNC_URL: ['file:x.db', 'nonsense', 'mysql://x', 'libsql://db.example#x', 'https://db.example '],
  // a password with # / or ?, after which the user would be the host
  SMTP_URL: [
    ...['http://mail.example', 'mail.example:25', 'smtp://', ' smtp://mail.example'],
    ...['#x', '/x', '?x'].map((end) => `smtp://user:12${end}@mail.example`),
    ...['smtp://mail.example/path', 'smtp://mail.example#', 'smtp://user:pass word@mail.example'],
  ],
  ANALYTICS_SCRIPT_URL: [
    ...['analytics.js', 'javascript:alert(1)', 'nonsense'],
    ...['https://user:secret@stats.example/x.js', 'https://stats.example/a b.js'],
  ],
  PORT: ['abc', '-1', '70000', '3.5', '0x50', ' '],
  HOST: ['not a host', 'http://localhost'],
  ALLOW_EMPTY_DATABASE: ['yes', '1'],
  OPERATOR_DIR: [' '],
  JWT_SECRET: ['short', 's'.repeat(31)],
  DATA_KEY: [
    'short',
    'x'.repeat(43),
    Buffer.alloc(16).toString('base64'),
    Buffer.alloc(33).toString('base64'),
    '!'.repeat(44),
  ],
  DATA_KEY_PREVIOUS: ['short', Buffer.alloc(31).toString('base64')],
  TOKEN_HOURS: ['0', '-1', 'abc', 'Infinity', 'NaN', '8h'],
  BACKUP_KEY: ['short', Buffer.alloc(31).toString('base64')],
  TOKEN_IDLE_MINUTES: ['-1', 'abc', '2h'],
  SECOND_FACTOR: ['on', 'REQUIRED'],
  PASSWORD_MIN: ['5', '65', '8.5', 'abc'],
  METRICS_TOKEN: ['short', 'fifteen-letters', 'with a blank in all of it'],
  ADMIN_USERNAME: ['ab', 'аdmin', 'Betroffene Person', 'ad\u200bmin'],
  ADMIN_PASSWORD: ['12345'],
  REMINDER_FIRST_HOURS: ['-1', 'abc', '1d', 'Infinity', '1,5'],
  REMINDER_SECOND_HOURS: ['-0.5', 'abc', 'NaN'],
  RETENTION_DAYS: ['-1', 'abc', 'Infinity'],
  TRUST_PROXY: ['yes', '0', '6', '1.5', '-1', ' 2', '01', 'TRUE!'],
  CLIENT_ADDRESS_HEADER: ['CF Connecting IP', 'X-Real-IP:', 'a,b', 'ä'],
  DRAIN_SECONDS: ['-1', '31', '2.5', '5s', 'abc', ' '],
  RATE_LIMIT: ['false', '0', 'maybe'],
  SUBMIT_LABEL: ['ab', ' Antrag senden', 'Antrag\nsenden', 'x'.repeat(61)],
  LAUNCH_CHECK: ['off', 'STOP', 'true'],
  LOG_LEVEL: ['verbose', 'INFO!', '3'],
  DKIM_KEY: [' '],
  DKIM_SELECTOR: ['a b', '-a', 'a..b', 'ä'],
  DNS_SERVERS: ['192.0.2.1', '192.0.2.1:0', '192.0.2.1:53,', 'ns.example:53', '::1:53', '300.1.1.1:53'],
  IMAP_URL: [
    'imaps://mail.example',
    'imaps://post@mail.example',
    'https://a:b@mail.example',
    'imaps://a:b@m.example/x?y',
    'imaps://a:100%@m.example',
    'imaps://a:%FF@m.example',
  ],
  IMAP_PLAINTEXT: ['yes'],
  MAIL_IN_TOKEN: ['short', 'fifteen-letters', 'with a blank in all of it'],
  MAIL_MAX_MB: ['0', '0.05', '101', '9MB', '-1'],
  POLICYHOLDER_CONFIRMATION: ['on', 'REQUIRED'],
  MAIL_FROM: ['niemand', 'a@', 'a b'],
  MAIL_INTERNAL_TO: ['niemand', 'a@', '@b.example'],
  MAIL_FIRST_CONTACTS: ['-1', '2.5', 'viele', '1e3'],
};
const secrets = [
  'JWT_SECRET',
  'DATA_KEY',
  'DATA_KEY_PREVIOUS',
  'BACKUP_KEY',
  'METRICS_TOKEN',
  'ADMIN_PASSWORD',
  'IMAP_URL',
  'MAIL_IN_TOKEN',
];

test.each(Object.entries(wrong).flatMap(([name, values]) => values.map((value) => [name, value] as const)))(
  '%s=%p',
  (name, value) => {
    const line = refusal({ [name]: value });
    expect(line).toMatch(new RegExp(`^${name} must .{8}[^\n]*$`));
    expect(line).not.toMatch(/:secret|12#/);
    if (secrets.includes(name)) expect(line).not.toContain(value);
  },
);

const remote = { NODE_ENV: 'production', DATABASE_URL: 'libsql://db.example' };
test.each<[string, Record<string, string>]>([
  ['JWT_SECRET', { ...remote, DATA_KEY: key }],
  ['DATA_KEY', { ...remote, JWT_SECRET: secret }],
  ['JWT_SECRET', { ...remote, DATABASE_URL: 'https://db.example', DATA_KEY: key }],
  ['JWT_SECRET', { NODE_ENV: 'production', DATABASE_SYNC_URL: 'libsql://db.example', DATA_KEY: key }],
  ['DATABASE_', { DATABASE_URL: 'libsql://db.example', DATABASE_SYNC_URL: 'libsql://main.example' }],
  ['DATA_KEY_PREVIOUS must be another key than DATA_KEY', { DATA_KEY: key, DATA_KEY_PREVIOUS: key }],
  ['IMAP_URL must begin with imaps:', { IMAP_URL: 'imap://post:geheim@mail.example' }],
])('%s is refused for what else is set (%#)', (words, env) => {
  const line = refusal(env) ?? '';
  expect(line).toContain(words);
  expect(line).not.toContain('\n');
});

test.each<[string, Record<string, string>]>([
  ['secrets with a remote database', { ...remote, JWT_SECRET: secret, DATA_KEY: key }],
  ['none with a file in production', { NODE_ENV: 'production' }],
  ['none outside of production', { DATABASE_URL: 'libsql://db.example' }],
  ...[
    ['PUBLIC_URL', 'https://pferd.example/'],
    ['PUBLIC_URL', 'https://pferd.example//'],
    ['PUBLIC_URL', 'http://[::1]:3000'],
    ['PUBLIC_URL', 'https://müller.example:8443'],
    ['DATABASE_URL', 'file:/srv/Kunde%20%231/app.db'],
    ['DATABASE_URL', 'file:data/app.db'],
    ['DATABASE_URL', 'https://user:secret@db.example'],
    ['SMTP_URL', 'smtp://relay:25?requireTLS=false'],
    ['SMTP_URL', 'smtp://user:1%232%2F3%3F4%40@[::1]:25/'],
    ['ANALYTICS_SCRIPT_URL', 'https://stats.example/x.js?site=1'],
  ].map(([name = '', value = '']): [string, Record<string, string>] => [
    `${name}=${value}`,
    { [name]: value },
  ]),
])('%s is taken', (_, env) => {
  expect(refusal(env)).toBeNull();
});
