import { plainEuro } from '#domain/format';
import { jointLimit, operationLimits } from '#domain/tariffs/catalogue';
import { waiting } from '#domain/tariffs/explanations';
import { surchargeAge } from '#domain/tariffs/premium';
import benefits from '../../content/landing/benefits.md' with { type: 'text' };
import questions from '../../content/landing/questions.md' with { type: 'text' };
import { lineOf, topicsOf } from '../legal/LegalPage';

/** To be shown through `typeset`; search engines get them as they are. */
export const benefitsOf = (ageSurchargePercent: number) => textsIn(benefits, ageSurchargePercent);
export const questionsOf = (ageSurchargePercent: number) => textsIn(questions, ageSurchargePercent);

const facts = {
  colicDays: String(waiting.colicDays),
  months: String(waiting.months),
  jointMonths: String(waiting.jointMonths),
  basisLimit: plainEuro(operationLimits.basis),
  jointLimit: plainEuro(jointLimit),
};
const surcharged = {
  ageNote: `; ab ${surchargeAge} Jahren kommt ein Alterszuschlag hinzu`,
  ageSentence: ` Ab einem Alter von ${surchargeAge} Jahren kommt zum Grundbeitrag ein Alterszuschlag hinzu; der Tarifrechner zeigt ihn sofort an.`,
};

function textsIn(file: string, ageSurchargePercent: number) {
  const values = { ...facts, ...(ageSurchargePercent > 0 ? surcharged : { ageNote: '', ageSentence: '' }) };
  return topicsOf(file).map(({ id, title, blocks }) => ({
    id,
    title,
    text: String(lineOf(blocks.join(' '), values)),
  }));
}
