/** What a failed delivery means, and what may be written down of it. */

type Recipient = { name: string; address: string };

/**
 * True when the server refused this very mail for good (5xx). A refusal of our connection or sign-in is a matter of
 * configuration, and so is 503, commands out of order: both may be mended while the mail waits.
 */
export function isPermanent(error: unknown): boolean {
  const { code, responseCode } = read(error);
  if (code !== 'EENVELOPE' && code !== 'EMESSAGE') return false;
  if (responseCode === undefined) return true;
  return responseCode >= 500 && responseCode < 600 && !configurationCodes.includes(responseCode);
}

/** `550: 5.1.1 User unknown`, or a sentence where the server said nothing; at most 300 characters. */
export function describeFailure(error: unknown, recipient: Recipient): string {
  const { name, code, responseCode, response } = read(error);
  if (responseCode === undefined || code === 'ETLS')
    return `${code ?? name}: ${sentences[code ?? ''] ?? otherwise}`;
  const reply = response.replace(/^\d{3}[ -]/gm, '').replace(/\s+/g, ' ');
  return `${responseCode}: ${withoutPerson(reply, recipient)}`.trim().slice(0, 300);
}

// 530, 534, 535, 538: sign-in wanted or refused (RFC 4954); 521: takes no mail from us; 503: bad sequence
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
const otherwise = 'Die E-Mail konnte nicht übergeben werden.';

/** Servers like to repeat whom they refuse. */
function withoutPerson(reply: string, { name, address }: Recipient): string {
  const words = [...address.split('@'), ...name.split(/[^\p{L}\p{N}]+/u)].filter((word) => word.length > 2);
  // a pattern with the sign in its middle would begin anew at each character of a long reply
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
