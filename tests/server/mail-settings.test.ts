/** The settings of mail, out and in. `config.test.ts` has the others. */
import { describe, expect, test } from 'bun:test';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadConfig } from '#server/config';

const given = {
  DATA_DIR: join(tmpdir(), 'not-made'),
  JWT_SECRET: 's'.repeat(32),
  DATA_KEY: Buffer.alloc(32, 7).toString('base64'),
};
const load = (env: Record<string, string>) => loadConfig({ ...given, ...env });

describe('a wrong setting of mail is refused', () => {
  const wrong: Record<string, string[]> = {
    SMTP_URL: ['http://mail.example', 'mail.example:25', 'smtp://'],
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
  const cases = Object.entries(wrong).flatMap(([name, values]) =>
    values.map((value) => [name, value] as const),
  );

  test.each(cases)('%s=%p', (name, value) => {
    expect(() => load({ [name]: value })).toThrow(new RegExp(`^${name} must be .{8}`));
  });

  test.each(['IMAP_URL', 'MAIL_IN_TOKEN'])('%s is not repeated, because it is secret', (name) => {
    expect(() => load({ [name]: 'zu kurz' })).not.toThrow('zu kurz');
  });
});

describe('settings of mail', () => {
  test.each<[string, string, object]>([
    ['SMTP_URL', 'smtp://user:pass@mail.example:587', { smtpUrl: 'smtp://user:pass@mail.example:587' }],
    ['SMTP_URL', 'smtps://mail.example', { smtpUrl: 'smtps://mail.example' }],
    ['DKIM_KEY', '/srv/dkim.pem', { dkim: { keyFile: '/srv/dkim.pem', selector: 'sattelfest' } }],
    ['DKIM_SELECTOR', 'mail.2026', { dkim: { selector: 'mail.2026' } }],
    [
      'DNS_SERVERS',
      '192.0.2.1:53, [2001:db8::1]:5353',
      { dnsServers: ['192.0.2.1:53', '[2001:db8::1]:5353'] },
    ],
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
    ['MAIL_IN_TOKEN', 'a-token-of-20-letters', { mailIn: { token: 'a-token-of-20-letters' } }],
    ['MAIL_IN_TOKEN', 'sixteen-letters!', { mailIn: { token: 'sixteen-letters!' } }],
    ['MAIL_MAX_MB', '0.5', { mailMaxBytes: 500_000 }],
    ['POLICYHOLDER_CONFIRMATION', 'required', { policyholderConfirmation: 'required' }],
    ['MAIL_FROM', 'post@stall.example', { mailFrom: 'post@stall.example' }],
    ['MAIL_INTERNAL_TO', 'team@stall.example', { mailInternalTo: 'team@stall.example' }],
    ['MAIL_FIRST_CONTACTS', '20', { firstContacts: 20 }],
    ['MAIL_FIRST_CONTACTS', '0', { firstContacts: Number.POSITIVE_INFINITY }],
  ])('accept %s=%s', (name, value, config) => {
    expect(load({ [name]: value })).toMatchObject(config);
  });

  test('a mailbox by a network needs TLS, or a word that it does not', () => {
    const IMAP_URL = 'imap://post:geheim@mail.example';
    expect(() => load({ IMAP_URL })).toThrow(/^IMAP_URL must begin with imaps:/);
    expect(load({ IMAP_URL, IMAP_PLAINTEXT: 'true' }).mailIn.imapUrl).toBe(IMAP_URL);
  });
});
