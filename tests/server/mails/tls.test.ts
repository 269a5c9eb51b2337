/** What the mail log and the log say when a mail server's TLS is not as configured. */
import { afterEach, describe, expect, test } from 'bun:test';
import { describeFailure } from '#server/mails/failures';
import { createMailer, type Mailer } from '#server/mails/transport';
import { createAuthority, selfSigned } from '#tests/support/certificates';
import { type MailServer, startMailServer } from '#tests/support/smtp';
import { sender } from './outbox-stage';

const mail = {
  id: '5b0c6d8e-41f3-4c8e-9a0b-7d2f3c9e1a64',
  to: { name: 'Jürgen Groß', address: 'juergen@gross.example' },
  subject: 'Ihr Antrag ist eingegangen',
  html: 'x',
  text: 'x',
};
/** Another address of this machine, which does not look local. */
const host = '0.0.0.0';
const authority = createAuthority();

let server: MailServer;
let mailer: Mailer;
afterEach(async () => {
  await mailer.close();
  await server.stop();
});

async function send(protocol: string, options: Parameters<typeof startMailServer>[0]) {
  server = await startMailServer(options);
  mailer = createMailer({
    smtpUrl: `${protocol}://${host}:${server.port}?tls.ca=${encodeURIComponent(authority.cert)}`,
    mailDir: '/dev/null',
    ...sender,
  });
  return mailer.send(mail);
}

const faults = [
  [
    'that vouches for itself',
    selfSigned({ names: [host] }),
    'DEPTH_ZERO_SELF_SIGNED_CERT',
    'selbst signiert',
  ],
  [
    'of an unknown authority',
    createAuthority('Andere').sign({ names: [host] }),
    'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
    'unbekannten Stelle',
  ],
  [
    'for another name',
    authority.sign({ names: ['mail.example'] }),
    'ERR_TLS_CERT_ALTNAME_INVALID',
    'anderen Namen',
  ],
  [
    'that has expired',
    authority.sign({ names: [host], from: -20, until: -10 }),
    'CERT_HAS_EXPIRED',
    'abgelaufen',
  ],
] as const;

// ASVS 12.3.2
describe.each(['smtp', 'smtps'])('by %s, a certificate', (protocol) => {
  const tls = protocol === 'smtps' ? 'only' : true;

  test.each(faults)('%s is named', async (_, certificate, code, why) => {
    const result = await send(protocol, { tls, certificate });
    expect(result).toMatchObject({ ok: false, permanent: false });
    const error = result.ok ? '' : result.error;
    expect(error).toStartWith(`${code}: Das Zertifikat des Mailservers `);
    expect(error).toContain(why);
    expect(server.offered).toEqual([]);
  });

  test('that fits is accepted', async () => {
    expect(await send(protocol, { tls, certificate: authority.sign({ names: [host] }) })).toEqual({
      ok: true,
    });
    expect(server.mails).toMatchObject([{ secure: true }]);
  });
});

test.each([
  ['smtps', false, 'ERR_SSL_WRONG_VERSION_NUMBER', 'spricht kein TLS'],
  ['smtps', true, 'ERR_SSL_WRONG_VERSION_NUMBER', 'spricht kein TLS'],
  ['smtp', false, 'ETLS', 'spricht kein TLS'],
] as const)('%s:// to a port whose TLS is %p is named', async (protocol, tls, code, why) => {
  const result = await send(protocol, { tls });
  expect([result, server.offered]).toMatchObject([{ ok: false, permanent: false }, []]);
  const error = result.ok ? '' : result.error;
  expect(error).toStartWith(`${code}: Der Port des Mailservers ${why}`);
});

test('an authority in the chain that nobody knows is named', () => {
  const error = Object.assign(new Error('x'), { code: 'ESOCKET', originalCode: 'SELF_SIGNED_CERT_IN_CHAIN' });
  expect(describeFailure(error, mail.to)).toContain('unbekannten Stelle');
});

test.each(['CERT_REVOKED', 'CERT_NOT_YET_VALID', 'INVALID_PURPOSE', 'UNABLE_TO_GET_CRL', 'EE_KEY_TOO_SMALL'])(
  'of %s the code says what it is',
  (originalCode) => {
    const error = Object.assign(new Error('x'), { code: 'ESOCKET', originalCode });
    expect(describeFailure(error, mail.to)).toBe(
      `${originalCode}: Die E-Mail konnte nicht übergeben werden.`,
    );
  },
);

test.each(['ECONNREFUSED', 'ECONNRESET', 'EHOSTUNREACH', 'ENETUNREACH', 'EPIPE'])(
  '%s is not about TLS',
  (originalCode) => {
    const error = Object.assign(new Error('x'), { code: 'ESOCKET', originalCode });
    expect(describeFailure(error, mail.to)).toBe('ESOCKET: Der Mailserver ist nicht erreichbar.');
  },
);
