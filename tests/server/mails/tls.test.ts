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

const stranger = createAuthority('Andere');
const faults = [
  ['of its own', selfSigned({ names: [host] }), 'DEPTH_ZERO_SELF_SIGNED_CERT', 'selbst signiert'],
  [
    'of a stranger',
    stranger.sign({ names: [host] }),
    'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
    'unbekannten Stelle',
  ],
  ['of another', authority.sign({ names: ['a.example'] }), 'ERR_TLS_CERT_ALTNAME_INVALID', 'anderen Namen'],
  ['of the past', authority.sign({ names: [host], from: -20, until: -10 }), 'CERT_HAS_EXPIRED', 'abgelaufen'],
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

const unreachable = 'ESOCKET: Der Mailserver ist nicht erreichbar.';
const unnamed = (code: string) => `${code}: Die E-Mail konnte nicht übergeben werden.`;
const unknown = 'unbekannten Stelle';

test.each([
  ['SELF_SIGNED_CERT_IN_CHAIN', () => unknown],
  ...['CERT_REVOKED', 'INVALID_PURPOSE', 'EE_KEY_TOO_SMALL'].map((code) => [code, unnamed] as const),
  ...['CERT_NOT_YET_VALID', 'UNABLE_TO_GET_CRL'].map((code) => [code, unnamed] as const),
  ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE'].map((code) => [code, () => unreachable] as const),
  ...['EHOSTUNREACH', 'ENETUNREACH'].map((code) => [code, () => unreachable] as const),
] as const)('of %s the mail log says what it is', (originalCode, said) => {
  const error = Object.assign(new Error('x'), { code: 'ESOCKET', originalCode });
  expect(describeFailure(error, mail.to)).toContain(said(originalCode));
});
