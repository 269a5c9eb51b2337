import { typeset } from '#domain/format';
import { roleOf } from '#domain/operator/intermediary';
import type { Operator } from '#domain/operator/operator';
import { pages } from '#domain/urls';
import type { Topic } from './LegalPage';
import { Address } from './parts';

/** The status as an intermediary, and who can confirm it (§ 5 Abs. 1 Nr. 3 and 5 DDG). */
export function imprintStatus({ company, legal }: Operator): Topic {
  const { status, permission } = legal;
  return {
    id: 'vermittler',
    title: 'Status als Versicherungsvermittler',
    body: (
      <>
        <p>
          Die {company.name} ist als {typeset(roleOf(status))} tätig und im Vermittlerregister eingetragen.
          Die Registernummer lautet{' '}
          <strong className="whitespace-nowrap">{company.intermediaryNumber}</strong>.
          {status === 'tied_agent'
            ? ' Der vertretene Versicherer übernimmt für unsere Vermittlungstätigkeit die uneingeschränkte Haftung.'
            : null}{' '}
          Mehr über uns steht in der <a href={pages.initialInformation}>Erstinformation</a>.
        </p>
        {status !== 'tied_agent' && permission ? (
          <>
            <p>Die Erlaubnis hat diese Behörde erteilt, die auch die Aufsicht über uns führt:</p>
            <Address {...permission} />
          </>
        ) : null}
        <p>Den Eintrag können Sie bei der gemeinsamen Registerstelle prüfen:</p>
        <Address {...legal.register} />
        <p>
          Für unsere Tätigkeit gelten insbesondere §&nbsp;34d GewO, die §§&nbsp;59 bis 68 des
          Versicherungsvertragsgesetzes (VVG) und die Verordnung über die Versicherungsvermittlung und
          -beratung (VersVermV). Sie finden die Texte unter{' '}
          <a href="https://www.gesetze-im-internet.de" rel="noreferrer">
            www.gesetze-im-internet.de
          </a>
          .
        </p>
      </>
    ),
  };
}
