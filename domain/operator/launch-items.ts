import { type DocumentKind, documentKinds, documentLabels } from '../document-kinds';
import type { LaunchItem } from './launch-check';
import { type Operator, openKeys } from './operator';

export type LaunchFacts = {
  operator: Operator;
  samples: readonly DocumentKind[];
  wordingsConfirmed: boolean;
  /** Whether mails are sent, instead of being stored as files. */
  smtp: boolean;
  publicUrl: string;
  secondFactors: boolean;
  /** Whether an open application belongs to the browsers that began it or opened its link. */
  draftsProtected: boolean;
};

/** All items in the order in which an operator works through them, done ones too. */
export function launchItems(facts: LaunchFacts): LaunchItem[] {
  const { operator, samples, wordingsConfirmed, smtp, publicUrl, secondFactors, draftsProtected } = facts;
  const open = openKeys(operator);
  const item = (key: string, label: string, ok: boolean): LaunchItem => ({ key, label, ok });
  return [
    item('brand', 'operator.toml nennt Ihre Marke [brand]', open.brand.length === 0),
    item('company', 'operator.toml nennt Ihre Firma [company]', open.company.length === 0),
    item('insurer', 'operator.toml nennt Ihren Versicherer [insurer]', open.insurer.length === 0),
    item('creditor', 'operator.toml nennt den Zahlungsempfänger [creditor]', open.creditor.length === 0),
    item('legal', 'operator.toml nennt Ihren Status als Vermittler [legal]', open.legal.length === 0),
    ...documentKinds.map((kind) =>
      item(
        `document_${kind}`,
        `${documentLabels[kind]}: eigenes Dokument statt Muster`,
        !samples.includes(kind),
      ),
    ),
    item('wordings', 'Rechtstexte anwaltlich bestätigt (wordingsConfirmed in [legal])', wordingsConfirmed),
    item(
      'testimonials',
      'Keine erfundenen Kundenstimmen [[testimonials]]',
      operator.testimonials.every(({ kind }) => kind === 'verified'),
    ),
    item('smtp', 'E-Mails werden über einen Mailserver verschickt (SMTP_URL)', smtp),
    item('public_url', 'Die Adresse der Website beginnt mit https (PUBLIC_URL)', isHttps(publicUrl)),
    item('second_factor', 'Jedes Administratorkonto hat eine Zwei-Faktor-Anmeldung', secondFactors),
    item(
      'draft_access',
      'Offene Anträge lassen sich nur im eigenen Browser und über den Link aus der E-Mail öffnen (DRAFT_ACCESS=browser)',
      draftsProtected,
    ),
  ];
}

function isHttps(url: string): boolean {
  return /^https:\/\//i.test(url);
}
