import { type DocumentKind, documentKinds } from '../document-kinds';
import { type Operator, openKeys } from '../operator/operator';
import type { Periods } from '../retention/periods';
import { disclosureNotice } from './disclosure-notice';
import { firstInformation } from './first-information';
import { privacyNotice } from './privacy-notice';
import { isSampleKind, sampleText } from './samples';
import type { DocumentText } from './text';

type Facts = { operator: Operator; periods: Periods };

export function documentTexts({ operator, periods }: Facts): Record<DocumentKind, DocumentText> {
  return {
    erstinformation: firstInformation(operator),
    produktinformationsblatt: sampleText('produktinformationsblatt', operator),
    avb: sampleText('avb', operator),
    verbraucherinformation: sampleText('verbraucherinformation', operator),
    datenschutzhinweise: privacyNotice(operator, periods),
    anzeigepflicht: disclosureNotice(operator),
  };
}

/** Those that nobody has written and, while a fact about the company is a placeholder, all. */
export function samplesAmong(operator: Operator, isGiven: (kind: DocumentKind) => boolean): DocumentKind[] {
  const unnamed = openKeys(operator).company.length > 0;
  return documentKinds.filter((kind) => unnamed || (isSampleKind(kind) && !isGiven(kind)));
}
