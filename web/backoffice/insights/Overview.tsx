import {
  callbackFigureLabels,
  dimensionKeys,
  figureKeys,
  figureLabels,
  type Insights,
  offerFigureLabels,
  returnedLabel,
  usualDays,
} from '#domain/insights/insights';
import { Empty, WayOn } from '../table/frame';
import { Durations } from './Durations';
import { Outcomes } from './Outcomes';
import { Part } from './Part';
import { StepBars, stepsOf } from './StepBars';

type Props = { insights: Insights; onLonger: () => void };

export function Overview({ insights, onLonger }: Props) {
  const { totals, funnel, outcomes, durations, callbacks, offers, mailsReturned } = insights;
  if (isEmpty(insights)) {
    return (
      <Empty title="In diesem Zeitraum ist nichts geschehen">
        <WayOn label={`Die letzten ${usualDays} Tage anzeigen`} onClick={onLonger} />
      </Empty>
    );
  }
  return (
    <div className="space-y-8 print:space-y-6">
      <section aria-label="Auf einen Blick">
        <dl className="grid grid-cols-2 gap-3 sm:grid-cols-3 xl:grid-cols-6 print:grid-cols-6">
          {figureKeys.map((figure) => (
            <div key={figure} className="rounded-card border border-line bg-white px-4 py-3 print:px-2">
              <dt className="text-sm font-semibold text-ink-soft">{figureLabels[figure]}</dt>
              <dd className="font-serif text-3xl font-semibold text-green-900">
                {totals[figure].toLocaleString('de-DE')}
              </dd>
            </div>
          ))}
        </dl>
      </section>
      <Part
        title="Schritt für Schritt"
        note="Der Anteil nennt, wie viele vom Schritt davor weitergegangen sind."
      >
        <StepBars label="Schritt für Schritt" head="Erreicht" steps={funnel} />
      </Part>
      {dimensionKeys.map((dimension) => (
        <Outcomes key={dimension} dimension={dimension} rows={outcomes[dimension]} />
      ))}
      <Durations durations={durations} />
      <Part title="Rückrufe und Angebote">
        <div className="grid gap-x-10 gap-y-6 lg:grid-cols-2">
          <StepBars
            label="Aus Rückrufen"
            head="Aus Rückrufen"
            steps={stepsOf(callbackFigureLabels, callbacks)}
          />
          <StepBars label="Aus Angeboten" head="Aus Angeboten" steps={stepsOf(offerFigureLabels, offers)} />
        </div>
        <p className="mt-5 border-t border-line pt-4">
          <span>{`${returnedLabel}: `}</span>
          <span className="font-semibold tabular-nums">{mailsReturned.toLocaleString('de-DE')}</span>
        </p>
      </Part>
    </div>
  );
}

function isEmpty({ totals, callbacks, offers, mailsReturned }: Insights): boolean {
  const counts = [...Object.values(totals), callbacks.received, offers.sent, mailsReturned];
  return counts.every((count) => count === 0);
}
