/** Which addresses without TLS a start accepts. */
// ASVS 12.2.1
import { expect, test } from 'bun:test';
import { loadConfig } from '#server/config';

const given = { JWT_SECRET: 's'.repeat(32), DATA_KEY: Buffer.alloc(32, 7).toString('base64') };

function errorOf(env: Record<string, string>): string {
  try {
    loadConfig(env);
  } catch (error) {
    return error instanceof Error ? error.message : 'no error';
  }
  return 'accepted';
}

const production = { NODE_ENV: 'production', ...given };
const http = (hosts: string) => hosts.split(' ').map((host) => `http://${host}`);
const cases: [name: string, refused: string[], accepted: string[]][] = [
  [
    'PUBLIC_URL',
    ['http://pferd.example', 'HTTP://pferd.example', ...http('192.168.1.2 localhost.example app')],
    [
      ...['https://pferd.example', 'http://LOCALHOST'],
      ...http('localhost localhost:8080/ stall.localhost 127.0.0.1:3000 127.1.2.3 [::1]:3000'),
    ],
  ],
  [
    'DATABASE_URL',
    [
      ...http('db.example:8080 203.0.113.7:8080 172.32.0.1 [2001:db8::1] db.internal.example'),
      'libsql://db.example?tls=0',
    ],
    [
      ...['https://db.example', 'libsql://db.example', 'libsql://db.example?tls=1', 'file:/tmp/x.db'],
      ...['libsql://database:8080?tls=0', 'http://sqld.data.svc.cluster.local:8080'],
      ...http('database:8080 127.0.0.1:8080 10.1.2.3:8080 172.16.0.1:8080 192.168.1.2:8080 [fd00::1]:8080'),
      ...http('db.internal:8080 db.internal.:8080'),
    ],
  ],
  ['DATABASE_SYNC_URL', ['http://db.example'], ['https://db.example', 'http://database:8080']],
];
const rows = (which: 1 | 2) =>
  cases.flatMap((one) => one[which].map((value): [string, string] => [one[0], value]));

test.each(rows(1))('production refuses to send data unencrypted with %s=%s, in one line', (name, value) => {
  const refusal = new RegExp(`^${name} must be an https:// .*in production.*$`);
  expect(errorOf({ ...production, [name]: value })).toMatch(refusal);
  expect(errorOf({ ...given, [name]: value })).toBe('accepted');
});

test.each(rows(2))('but accepts %s=%s', (name, value) => {
  expect(errorOf({ ...production, [name]: value })).toBe('accepted');
});
