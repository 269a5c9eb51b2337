/** The texts of all documents, for the kinds for which the operator has no file. */
import type { DocumentKind } from '../documents';
import { type Operator, placeholders } from '../operator';
import { disclosureNotice } from './disclosure-notice';
import { firstInformation } from './first-information';
import { privacyNotice } from './privacy-notice';
import { sampleText } from './samples';
import type { DocumentText } from './text';

type Facts = { operator: Operator; retentionDays: number };

export function documentTexts({ operator, retentionDays }: Facts): Record<DocumentKind, DocumentText> {
  return {
    erstinformation: firstInformation(operator),
    produktinformationsblatt: sampleText('produktinformationsblatt', operator),
    avb: sampleText('avb', operator),
    verbraucherinformation: sampleText('verbraucherinformation', operator),
    datenschutzhinweise: privacyNotice(operator, retentionDays),
    anzeigepflicht: disclosureNotice(operator),
  };
}

/** The hours of a placeholder may be the true ones. */
const mayStay = ['serviceHours'];

/** Whether a fact about the company is still a placeholder. Then no document may be given to customers. */
export function isUnnamed({ company }: Operator): boolean {
  return Object.entries(placeholders.company).some(
    ([name, value]) => !mayStay.includes(name) && Reflect.get(company, name) === value,
  );
}
