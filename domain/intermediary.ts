/** What every page and mail says about the intermediary. */
import type { IntermediaryStatus, PageOperator } from './operator';

export const statusLabels: Record<IntermediaryStatus, string> = {
  tied_agent: 'Gebundener Versicherungsvertreter nach § 34d Abs. 7 GewO',
  agent: 'Versicherungsvertreter mit Erlaubnis nach § 34d Abs. 1 GewO',
  broker: 'Versicherungsmakler mit Erlaubnis nach § 34d Abs. 1 GewO',
};

/** Status, register number and insurer in one line, before the link to the Erstinformation (§ 15 VersVermV). */
export function intermediaryLine({
  company,
  insurer,
  legal,
}: Pick<PageOperator, 'company' | 'insurer' | 'legal'>) {
  return `${statusLabels[legal.status]} · Registernummer ${company.intermediaryNumber} · Versicherer: ${insurer.name}`;
}
