import type { IntermediaryStatus, PageOperator } from './operator';

/** What the intermediary is; a law follows, as in `§ 34d Abs. 7 GewO`. */
const roles: Record<IntermediaryStatus, string> = {
  tied_agent: 'gebundener Versicherungsvertreter nach § 34d Abs. 7',
  agent: 'Versicherungsvertreter mit Erlaubnis nach § 34d Abs. 1',
  broker: 'Versicherungsmakler mit Erlaubnis nach § 34d Abs. 1',
};

export function roleOf(status: IntermediaryStatus): string {
  return `${roles[status]} der Gewerbeordnung (GewO)`;
}

/** Status, register number and insurer in one line, before the link to the Erstinformation (§ 15 VersVermV). */
export function intermediaryLine({
  company,
  insurer,
  legal,
}: Pick<PageOperator, 'company' | 'insurer' | 'legal'>) {
  const role = roles[legal.status];
  const status = `${role.charAt(0).toUpperCase()}${role.slice(1)} GewO`;
  return `${status} · Registernummer ${company.intermediaryNumber} · Versicherer: ${insurer.name}`;
}
