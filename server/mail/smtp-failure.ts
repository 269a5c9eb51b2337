/** What a failed delivery means, and what may be stored about it. */

type Recipient = { name: string; address: string };

/**
 * True when the server permanently refused this mail (5xx). A refused connection or sign-in and 503 (bad sequence of
 * commands) are problems of the configuration: the operator may fix them while the mail waits.
 */
export function isPermanent(error: unknown): boolean {
  const { code, responseCode } = read(error);
  if (code !== 'EENVELOPE' && code !== 'EMESSAGE') return false;
  if (responseCode === undefined) return true;
  return responseCode >= 500 && responseCode < 600 && !configurationCodes.includes(responseCode);
}

/** `550: 5.1.1 User unknown`, or a German sentence when the server sent no reply; at most 300 characters. */
export function describeFailure(error: unknown, recipient: Recipient): string {
  const { name, code, responseCode, response } = read(error);
  if (responseCode === undefined || code === 'ETLS')
    return `${code ?? name}: ${sentences[code ?? ''] ?? otherFailure}`;
  const reply = response.replace(/^\d{3}[ -]/gm, '').replace(/\s+/g, ' ');
  return `${responseCode}: ${withoutPerson(reply, recipient)}`.trim().slice(0, 300);
}

// 530, 534, 535, 538: sign-in required or refused (RFC 4954); 521: accepts no mail; 503: bad sequence
const configurationCodes = [503, 521, 530, 534, 535, 538];

const sentences: Record<string, string> = {
  EAUTH: 'Die Anmeldung am Mailserver ist fehlgeschlagen.',
  ETIMEDOUT: 'Der Mailserver hat nicht rechtzeitig geantwortet.',
  EABORT: 'Die Zustellung hat zu lange gedauert.',
  ETLS: 'Der Mailserver bietet keine sichere Verbindung an.',
  EDNS: 'Der Mailserver wurde nicht gefunden.',
  ECONNECTION: 'Der Mailserver ist nicht erreichbar.',
  ESOCKET: 'Der Mailserver ist nicht erreichbar.',
};
const otherFailure = 'Die E-Mail konnte nicht übergeben werden.';

/** Removes the recipient's name and address: servers often repeat them in a refusal. */
function withoutPerson(reply: string, { name, address }: Recipient): string {
  const words = [...address.split('@'), ...name.split(/[^\p{L}\p{N}]+/u)].filter((word) => word.length > 2);
  // a pattern with `@` in its middle would take quadratic time on a long reply
  const withoutAddresses = reply.replace(/[^\s<>]+/g, (part) => (part.includes('@') ? '…' : part));
  return words.reduce((text, word) => text.replace(wholeWord(word), '…'), withoutAddresses);
}

function wholeWord(word: string): RegExp {
  return new RegExp(`(?<![\\p{L}\\p{N}])${RegExp.escape(word)}(?![\\p{L}\\p{N}])`, 'giu');
}

type Failure = { name: string; code?: string; responseCode?: number; response: string };

function read(error: unknown): Failure {
  if (!(error instanceof Error)) return { name: 'Error', response: '' };
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  const responseCode =
    'responseCode' in error && typeof error.responseCode === 'number' ? error.responseCode : undefined;
  const response = 'response' in error && typeof error.response === 'string' ? error.response : '';
  return { name: error.name, code, responseCode, response };
}
