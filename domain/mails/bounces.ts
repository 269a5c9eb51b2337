/** Why a mail came back, by the enhanced status code of the failure report (RFC 3463). */

const sentences: [RegExp, string][] = [
  [/^5\.1\.[01346]$|^5\.7\.13$/, 'Dieses Postfach gibt es nicht.'],
  [/^5\.1\.(2|8|10)$|^5\.4\.4$/, 'Die Domain gibt es nicht, oder sie nimmt keine E-Mails an.'],
  [/^5\.2\.1$/, 'Dieses Postfach nimmt keine E-Mails mehr an.'],
  [/^[45]\.2\.2$/, 'Das Postfach ist voll.'],
  [/^5\.(2\.3|3\.4)$/, 'Die E-Mail war zu groß.'],
  [/^5\.7\./, 'Die E-Mail wurde als unerwünscht abgelehnt.'],
];

/** One German sentence; for a code that has none, the code. */
export function bounceSentence(code: string | null): string {
  if (code === null) return 'Der Grund ist nicht bekannt.';
  return sentences.find(([pattern]) => pattern.test(code))?.[1] ?? `Der Mailserver meldet ${code}.`;
}
