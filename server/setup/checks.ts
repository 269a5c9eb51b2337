/** What only the world outside can say: whether the domain points here, and whether mails leave. */
import { networkInterfaces } from 'node:os';
import ipaddr from 'ipaddr.js';
import { type Dns, within } from '../dns';
import type { DkimKey } from '../mails/domain';
import { clientNameOf, createMailer } from '../mails/transport';
import { senderDomainOf } from '../operator/sender';
import { say } from './ask';
import { type Answers, smtpUrlOf } from './questions';

const patienceMs = 10_000;

/** Public ones: behind a router or in some clouds a machine knows none. */
function ownAddresses(): string[] {
  const all = Object.values(networkInterfaces()).flatMap((some = []) => some.map(({ address }) => address));
  return all.filter((address) => ipaddr.process(address.split('%')[0] ?? '').range() === 'unicast');
}

/** A warning: the site can be made before its address points to it. */
export async function domainWarning(domain: string, dns: Dns): Promise<string | null> {
  if (domain === 'localhost') return null;
  const found = await within(patienceMs, dns.addresses(domain));
  const own = ownAddresses();
  if (found === null) return `Ob ${domain} hierher zeigt, ließ sich nicht prüfen: Kein Nameserver antwortet.`;
  if (found.some((address) => own.includes(address))) return null;
  const here = own.length > 0 ? `Dieser Rechner hat ${own.join(', ')}.` : 'Ist das dieser Rechner?';
  return found.length > 0
    ? `${domain} zeigt auf ${found.join(', ')}. ${here}`
    : `${domain} hat noch keinen Eintrag. Ohne ihn gibt es kein Zertifikat (operator/dns.txt).`;
}

/** Sends a mail to the recipient inside. Returns why that failed, or null; `undefined`: there is nothing to try. */
export async function sendTestMail(answers: Answers): Promise<string | null | undefined> {
  const { 'mail.from': from = '', 'mail.internalTo': internalTo = '', 'brand.name': brand = '' } = answers;
  const smtpUrl = smtpUrlOf(answers);
  if (smtpUrl === null) return undefined;
  say(`Eine Probemail geht an ${internalTo} …`);
  const mailer = createMailer({
    smtpUrl,
    mailDir: '',
    from: { name: brand, address: from },
    messageIdHost: senderDomainOf({ mail: { from, fromName: brand, internalTo } }),
    clientName: clientNameOf(`https://${answers.domain}`),
    limits: { connection: patienceMs, greeting: patienceMs, command: patienceMs },
  });
  const text = `Diese Nachricht kommt von der Einrichtung von ${brand}. Der Mailserver ist richtig eingetragen.`;
  const content = { subject: `Probemail von ${brand}`, text, html: `<p>${Bun.escapeHTML(text)}</p>` };
  const result = await mailer.send({
    id: crypto.randomUUID(),
    to: { name: '', address: internalTo },
    ...content,
  });
  mailer.close();
  return result.ok ? null : `Die Probemail ging nicht hinaus. ${result.error}`;
}

/** What has to be entered where the domain was bought: a name, a type and a value in each line. */
export function dnsText(answers: Answers, { domain: sender, record }: DkimKey): string {
  const { domain, 'mail.from': from } = answers;
  const own = ownAddresses();
  const addresses = own.length > 0 ? own : ['(öffentliche Adresse dieses Servers)'];
  const server = URL.parse(smtpUrlOf(answers) ?? '')?.hostname;
  return [
    '# Diese DNS-Einträge tragen Sie dort ein, wo Sie Ihre Domain gekauft haben: Name, Typ, Wert.',
    ...addresses.map((address) => `${domain}  ${address.includes(':') ? 'AAAA' : 'A'}  ${address}`),
    `${sender}  TXT  v=spf1 mx ${server ? `a:${server} ` : ''}~all`,
    `${record.name}  TXT  ${record.value}`,
    `_dmarc.${sender}  TXT  v=DMARC1; p=none; rua=mailto:${from}`,
    '# Von SPF (v=spf1) und DMARC darf es je nur einen Eintrag geben: Was es schon gibt, bleibt. Nennt Ihr Mailanbieter',
    '# einen SPF-Eintrag, nehmen Sie seinen. Er nennt auch den MX-Eintrag, durch den Antworten ankommen.',
    '',
  ].join('\n');
}
