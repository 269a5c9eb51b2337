/** Which addresses without TLS a start accepts. */
// ASVS 12.2.1
import { describe, expect, test } from 'bun:test';
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

describe('production refuses to send data unencrypted', () => {
  const production = { NODE_ENV: 'production', ...given };
  const cases: [name: string, refused: string[], accepted: string[]][] = [
    [
      'PUBLIC_URL',
      [
        'http://pferd.example',
        'HTTP://pferd.example',
        'http://192.168.1.2',
        'http://localhost.example',
        'http://app',
      ],
      [
        'https://pferd.example',
        'http://localhost',
        'http://localhost:8080/',
        'http://LOCALHOST',
        'http://stall.localhost',
        'http://127.0.0.1:3000',
        'http://127.1.2.3',
        'http://[::1]:3000',
      ],
    ],
    [
      'DATABASE_URL',
      [
        'http://db.example:8080',
        'http://203.0.113.7:8080',
        'http://172.32.0.1',
        'http://[2001:db8::1]',
        'libsql://db.example?tls=0',
        'http://db.internal.example',
      ],
      [
        'https://db.example',
        'libsql://db.example',
        'libsql://db.example?tls=1',
        'http://database:8080',
        'libsql://database:8080?tls=0',
        'http://127.0.0.1:8080',
        'http://10.1.2.3:8080',
        'http://172.16.0.1:8080',
        'http://192.168.1.2:8080',
        'http://[fd00::1]:8080',
        'http://sqld.data.svc.cluster.local:8080',
        'http://db.internal:8080',
        'http://db.internal.:8080',
        'file:/tmp/x.db',
      ],
    ],
    ['DATABASE_SYNC_URL', ['http://db.example'], ['https://db.example', 'http://database:8080']],
  ];

  test.each(cases.flatMap(([name, refused]) => refused.map((value) => [name, value] as const)))(
    'with %s=%s, in one line',
    (name, value) => {
      expect(errorOf({ ...production, [name]: value })).toMatch(
        new RegExp(`^${name} must be an https:// .*in production.*$`),
      );
      expect(errorOf({ ...given, [name]: value })).toBe('accepted');
    },
  );

  test.each(cases.flatMap(([name, , accepted]) => accepted.map((value) => [name, value] as const)))(
    'but accepts %s=%s',
    (name, value) => {
      expect(errorOf({ ...production, [name]: value })).toBe('accepted');
    },
  );
});
