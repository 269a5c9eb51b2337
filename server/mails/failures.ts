import { addressKey, partsOf } from '#domain/text/addresses';

export type MailAddress = { name: string; address: string };

/**
 * True when the server permanently refused this mail (5xx). A refused connection or sign-in and 503 (bad sequence of
 * commands) are problems of the configuration: the operator may fix them while the mail waits.
 */
export function isPermanent(error: unknown): boolean {
  const { code, responseCode } = readFailure(error);
  if (code !== 'EENVELOPE' && code !== 'EMESSAGE') return false;
  if (responseCode === undefined) return true;
  return responseCode >= 500 && responseCode < 600 && !configurationCodes.includes(responseCode);
}

/** Whether the server said no. After the whole mail was transmitted, any other end leaves open whether it was taken. */
export function isRefusal(error: unknown): boolean {
  return (readFailure(error).responseCode ?? 0) >= 400;
}

/** A refusal because of the size; `most`: how many bytes the server takes, infinite if it does not say. Null: another one. */
export function sizeRefusal(error: unknown): { most: number } | null {
  const { code, responseCode, response, message } = readFailure(error);
  // nodemailer asks before it sends: the server announces its limit (RFC 1870)
  const [, announced] =
    (code === 'EMESSAGE' && /^Message size larger than allowed (\d+)$/.exec(message)) || [];
  if (announced) return { most: Number(announced) };
  return responseCode === 552 || /\b5\.3\.4\b/.test(response) ? { most: Number.POSITIVE_INFINITY } : null;
}

/** `550: 5.1.1 User unknown`, or a German sentence when the server sent no reply; at most 300 characters. */
export function describeFailure(error: unknown, recipient: MailAddress): string {
  const failure = readFailure(error);
  const { responseCode, response } = failure;
  if (responseCode === undefined || failure.code === 'ETLS') {
    const code = codeOfFailure(error);
    return `${code}: ${sentences[code] ?? 'Die E-Mail konnte nicht übergeben werden.'}`;
  }
  const reply = response.replace(/^\d{3}[ -]/gm, '').replace(/\s+/g, ' ');
  return `${responseCode}: ${withoutPerson(reply, recipient)}`.trim().slice(0, 300);
}

/** nodemailer calls a handshake that fails `ESOCKET`, like a connection that does. Codes of TLS have a low line. */
export function codeOfFailure(error: unknown): string {
  const { name, code, reason } = readFailure(error);
  if (reason && (code === 'EABORT' || (code === 'ESOCKET' && reason.includes('_')))) return reason;
  return code ?? name;
}

// 530, 534, 535, 538: sign-in required or refused (RFC 4954); 521: accepts no mail; 503: bad sequence
const configurationCodes = [503, 521, 530, 534, 535, 538];

const unreachable = 'Der Mailserver ist nicht erreichbar.';
const unknownIssuer = 'Das Zertifikat des Mailservers stammt von einer unbekannten Stelle.';

/** What operators meet. Of anything else the code says what it is. */
const sentences: Record<string, string> = {
  EAUTH: 'Die Anmeldung am Mailserver ist fehlgeschlagen.',
  ETIMEDOUT: 'Der Mailserver hat nicht rechtzeitig geantwortet.',
  EMESSAGE: 'Die E-Mail ist dem Mailserver zu groß.',
  EDNS: 'Der Mailserver wurde nicht gefunden.',
  ECONNECTION: unreachable,
  ESOCKET: unreachable,
  ETLS: 'Der Port des Mailservers spricht kein TLS: Er bietet kein STARTTLS an.',
  ERR_SSL_WRONG_VERSION_NUMBER:
    'Der Port des Mailservers spricht kein TLS: SMTP_URL muss mit smtp:// beginnen.',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'Das Zertifikat des Mailservers ist selbst signiert.',
  SELF_SIGNED_CERT_IN_CHAIN: unknownIssuer,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: unknownIssuer,
  CERT_HAS_EXPIRED: 'Das Zertifikat des Mailservers ist abgelaufen.',
  ERR_TLS_CERT_ALTNAME_INVALID: 'Das Zertifikat des Mailservers gilt für einen anderen Namen.',
};

function withoutPerson(reply: string, { name, address }: MailAddress): string {
  const words = [
    ...address.split('@'),
    partsOf(addressKey(address)).domain,
    ...name.split(/[^\p{L}\p{N}]+/u),
  ].filter((word) => word.length > 2);
  // a pattern with `@` in its middle would take quadratic time on a long reply
  const withoutAddresses = reply.replace(/[^\s<>]+/g, (part) => (part.includes('@') ? '…' : part));
  const wholeWord = (word: string) =>
    new RegExp(`(?<![\\p{L}\\p{N}])${RegExp.escape(word)}(?![\\p{L}\\p{N}])`, 'giu');
  return words.reduce((text, word) => text.replace(wholeWord(word), '…'), withoutAddresses);
}

function readFailure(thrown: unknown) {
  const error = thrown instanceof Error ? thrown : new Error();
  const of = (from: unknown, key: string): unknown => from instanceof Error && Reflect.get(from, key);
  const text = (value: unknown) => (typeof value === 'string' ? value : undefined);
  const responseCode = of(error, 'responseCode');
  return {
    name: error.name,
    message: error.message,
    code: text(of(error, 'code')),
    reason: text(of(error, 'originalCode')) ?? text(of(error.cause, 'code')),
    responseCode: typeof responseCode === 'number' ? responseCode : undefined,
    response: text(of(error, 'response')) ?? '',
  };
}
