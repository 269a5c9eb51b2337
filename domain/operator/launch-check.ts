import { type DocumentKind, documentKinds, documentLabels } from '../document-kinds';
import { keysOf } from '../keys';
import { type Operator, openKeys } from './operator';

/** `key` is for logs and scripts. `unknown`: nobody could say. `hint`: it should be so; neither holds anything up. */
export type LaunchItem = { key: string; label: string; ok: boolean; unknown?: true; hint?: true };
/** `ready`: no item is open. */
export type LaunchCheck = { ready: boolean; items: LaunchItem[] };

export function isOpen({ ok, hint }: LaunchItem): boolean {
  return !ok && !hint;
}

/** `1 Punkt offen`, `11 Punkte offen`. */
export function openItemsText(items: readonly LaunchItem[]): string {
  const open = items.filter(isOpen).length;
  return `${open} ${open === 1 ? 'Punkt' : 'Punkte'} offen`;
}

/** What is published about the domain; null: no name server has answered. */
type MailRecords = Record<'domain' | 'spf' | 'dkim' | 'dmarc', boolean | null>;

export type LaunchFacts = {
  operator: Operator;
  samples: readonly DocumentKind[];
  /** Whether a document of the operator has no structure or no language, as insurers' files often have none. */
  untagged: boolean;
  wordingsConfirmed: boolean;
  /** About the domain of the sender; null: mails are stored as files, instead of being sent. */
  mail: { domain: string; selector: string; records: MailRecords } | null;
  publicUrl: string;
  secondFactors: boolean;
  /** Whether an open application belongs to the browsers that began it or opened its link. */
  draftsProtected: boolean;
  /** Whether the drop folder has real folders of one owner; null: there is none. */
  exchange: boolean | null;
  /** Whether the administrator who asks comes from inside, as nobody does on a site in public; null: nobody asks. */
  fromInside: boolean | null;
};

/** All items in the order in which an operator works through them, done ones too. */
export function launchItems(facts: LaunchFacts): LaunchItem[] {
  const { operator, samples, mail, publicUrl, exchange, fromInside } = facts;
  const open = openKeys(operator);
  return [
    item('brand', 'operator.toml nennt Ihre Marke [brand]', open.brand.length === 0),
    item('company', 'operator.toml nennt Ihre Firma [company]', open.company.length === 0),
    item('insurer', 'operator.toml nennt Ihren Versicherer [insurer]', open.insurer.length === 0),
    item('creditor', 'operator.toml nennt den Zahlungsempfänger [creditor]', open.creditor.length === 0),
    item('legal', 'operator.toml nennt Ihren Status als Vermittler [legal]', open.legal.length === 0),
    item(
      'analytics',
      'operator.toml nennt den Dienst, der Besuche misst [analytics], oder keiner misst (ANALYTICS_SCRIPT_URL)',
      operator.analytics?.provider !== '',
    ),
    ...documentKinds.map((kind) => {
      const label = `${documentLabels[kind]}: eigenes Dokument statt Muster`;
      return item(`document_${kind}`, label, !samples.includes(kind));
    }),
    item(
      'wordings',
      'Rechtstexte anwaltlich bestätigt (wordingsConfirmed in [legal])',
      facts.wordingsConfirmed,
    ),
    item(
      'testimonials',
      'Keine erfundenen Kundenstimmen [[testimonials]]',
      operator.testimonials.every(({ kind }) => kind === 'verified'),
    ),
    item('smtp', 'E-Mails werden über einen Mailserver verschickt (SMTP_URL)', mail !== null),
    ...(mail ? mailItems(mail) : []),
    item('public_url', 'Die Adresse der Website beginnt mit https (PUBLIC_URL)', isHttps(publicUrl)),
    item('second_factor', 'Jedes Administratorkonto hat eine Zwei-Faktor-Anmeldung', facts.secondFactors),
    item(
      'draft_access',
      'Offene Anträge lassen sich nur im eigenen Browser und über den Link aus der E-Mail öffnen (DRAFT_ACCESS=browser)',
      facts.draftsProtected,
    ),
    ...(exchange === null ? [] : [item('exchange', exchangeLabel, exchange)]),
    hint('client_address', 'Besucher sind unterscheidbar', fromInside && isHttps(publicUrl)),
    hint('document_access', 'Unterlagen für Screenreader ausgezeichnet', facts.untagged),
  ];
}

const exchangeLabel =
  'Die vier Ordner des Austauschordners sind echte Ordner desselben Besitzers (EXCHANGE_DIR)';

function item(key: string, label: string, ok: boolean): LaunchItem {
  return { key, label, ok };
}

function mailItems({ domain, selector, records }: NonNullable<LaunchFacts['mail']>): LaunchItem[] {
  const labels = {
    domain: `Die Absenderdomain ${domain} nimmt E-Mails an (MX- oder A-Eintrag)`,
    spf: `Die Absenderdomain ${domain} hat genau einen SPF-Eintrag`,
    dkim: `E-Mails sind signiert, und der Schlüssel steht unter ${selector}._domainkey.${domain} (DKIM_KEY)`,
    dmarc: `Für die Absenderdomain ${domain} gilt ein DMARC-Eintrag (_dmarc.${domain})`,
  };
  return keysOf(labels).map((record) => asked(`mail_${record}`, labels[record], records[record]));
}

function asked(key: string, label: string, found: boolean | null): LaunchItem {
  return found === null ? { key, label, ok: true, unknown: true } : item(key, label, found);
}

/** `missed`: whether it is shown; null: nobody could say. */
function hint(key: string, label: string, missed: boolean | null): LaunchItem {
  return missed ? { key, label, ok: false, hint: true } : asked(key, label, missed === null ? null : true);
}

function isHttps(url: string): boolean {
  return /^https:\/\//i.test(url);
}
