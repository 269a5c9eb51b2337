/** What only the world outside can say: whether the domain points here, and whether mails leave. */
import { networkInterfaces } from 'node:os';
import ipaddr from 'ipaddr.js';
import type { Operator } from '#domain/operator/operator';
import { type Dns, within } from '../dns';
import type { DkimKey, MailRecords } from '../mails/domain';
import { clientNameOf, createMailer } from '../mails/transport';
import { senderDomainOf } from '../operator/sender';

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
  if (found.length === 0)
    return `${domain} hat noch keinen Eintrag. Ohne ihn gibt es kein Zertifikat (operator/dns.txt).`;
  const here =
    own.length > 0 ? `Dieser Rechner hat ${own.join(', ')}.` : 'Ist das die öffentliche Adresse hier?';
  return `${domain} zeigt auf ${found.join(', ')}. ${here}`;
}

/** Sends a mail to the recipient inside; returns why that failed, or null. */
export async function sendTestMail(
  smtpUrl: string,
  publicUrl: string,
  operator: Operator,
): Promise<string | null> {
  const { brand, mail } = operator;
  const text = `Diese Nachricht kommt von der Einrichtung von ${brand.name}. Der Mailserver ist richtig eingetragen.`;
  const mailer = createMailer({
    smtpUrl,
    mailDir: '',
    from: { name: mail.fromName, address: mail.from },
    messageIdHost: senderDomainOf(operator),
    clientName: clientNameOf(publicUrl),
    limits: { connection: patienceMs, greeting: patienceMs, command: patienceMs },
  });
  const to = { name: '', address: mail.internalTo };
  const content = { subject: `Probemail von ${brand.name}`, text, html: `<p>${Bun.escapeHTML(text)}</p>` };
  const result = await mailer.send({ id: crypto.randomUUID(), to, ...content });
  mailer.close();
  return result.ok ? null : result.error;
}

type Records = {
  domain: string;
  operator: Operator;
  server: string | undefined;
  dkim: DkimKey;
  found: MailRecords;
};

/** What has to be entered where the domain was bought: a name, a type and a value in each line. */
export function dnsText({ domain, operator, server, dkim, found }: Records): string {
  const sender = senderDomainOf(operator);
  const own = ownAddresses();
  const addresses = own.length > 0 ? own : ['(öffentliche Adresse dieses Servers)'];
  const spf = `v=spf1 mx${server ? ` a:${server}` : ''} ~all`;
  const policy = `v=DMARC1; p=none; rua=mailto:${operator.mail.from}`;
  const lines = [
    ...addresses.map((address) => [domain, address.includes(':') ? 'AAAA' : 'A', address]),
    [found.spf ? `# steht schon: ${sender}` : sender, 'TXT', spf],
    [dkim.record.name, 'TXT', dkim.record.value],
    [`${found.dmarc ? '# steht schon: ' : ''}_dmarc.${sender}`, 'TXT', policy],
  ];
  return [
    '# Diese DNS-Einträge tragen Sie dort ein, wo Sie Ihre Domain gekauft haben: Name, Typ, Wert.',
    ...lines.map(([name = '', type = '', value]) => `${name}  ${type}  ${value}`),
    '# Nennt Ihr Mailanbieter einen SPF-Eintrag (v=spf1 …), nehmen Sie seinen. Es darf nur einen geben.',
    ...(found.domain === false
      ? [`# ${sender} empfängt noch keine E-Mails: Ihr Mailanbieter nennt den MX-Eintrag.`]
      : []),
    '',
  ].join('\n');
}
