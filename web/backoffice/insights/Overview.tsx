import { type ReactNode, useId } from 'react';
import {
  callbackFigureLabels,
  type Dimension,
  dimensionKeys,
  dimensionLabels,
  durationText,
  type FigureRow,
  type Figures,
  figureKeys,
  figureLabels,
  type Insights,
  offerFigureLabels,
  returnedLabel,
  type SpanRow,
  usualDays,
} from '#domain/insights/insights';
import { keysOf } from '#domain/keys';
import { SmallButton } from '../../ui/button';
import { Empty } from '../table/frame';
import { NumberTable } from './NumberTable';

type Props = { insights: Insights; onLonger: () => void };

export function Overview({ insights, onLonger }: Props) {
  const { totals, funnel, outcomes, durations, callbacks, offers, mailsReturned } = insights;
  if (isEmpty(insights)) {
    return (
      <Empty title="In diesem Zeitraum ist nichts geschehen">
        <SmallButton onClick={onLonger}>{`Die letzten ${usualDays} Tage anzeigen`}</SmallButton>
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
          <StepBars label="Aus Rückrufen" steps={stepsOf(callbackFigureLabels, callbacks)} />
          <StepBars label="Aus Angeboten" steps={stepsOf(offerFigureLabels, offers)} />
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

/** Thinner and darker, one on the other, so that they are told apart without colours, too. */
const bars = [
  {
    figure: 'begun',
    height: 22,
    look: 'fill-green-200 stroke-green-700 forced-colors:fill-[Canvas] forced-colors:stroke-[CanvasText]',
  },
  { figure: 'completed', height: 12, look: 'fill-green-600 forced-colors:fill-[CanvasText]' },
  {
    figure: 'issued',
    height: 4,
    look: 'fill-saddle-300 forced-colors:fill-[Canvas] forced-colors:stroke-[CanvasText]',
  },
] as const;
const height = 26;

type OutcomesProps = { dimension: Dimension; rows: readonly FigureRow[] };

function Outcomes({ dimension, rows }: OutcomesProps) {
  const title = `Nach ${dimensionLabels[dimension]}`;
  return (
    <Part title={title}>
      {rows.length === 0 ? (
        <p className="text-ink-soft">Dazu gibt es in diesem Zeitraum nichts.</p>
      ) : (
        <div className="grid gap-x-10 gap-y-5 min-[88rem]:grid-cols-[minmax(0,2fr)_minmax(40rem,3fr)]">
          <Chart rows={rows} />
          <NumberTable
            label={title}
            head={[dimensionLabels[dimension], ...figureKeys.map((figure) => figureLabels[figure])]}
            rows={rows.map((row) => ({
              key: row.key,
              name: row.label,
              cells: figureKeys.map((figure) => row[figure].toLocaleString('de-DE')),
            }))}
          />
        </div>
      )}
    </Part>
  );
}

function Chart({ rows }: { rows: readonly FigureRow[] }) {
  const most = Math.max(1, ...rows.flatMap((row) => bars.map(({ figure }) => row[figure])));
  return (
    <div aria-hidden="true" className="text-sm">
      <p className="flex flex-wrap gap-x-4 gap-y-1">
        {bars.map(({ figure, height: tall, look }) => (
          <span key={figure} className="inline-flex items-center gap-1.5">
            <svg aria-hidden="true" className="h-6 w-4">
              <rect x="1" y={(24 - tall) / 2} width="14" height={tall} className={look} />
            </svg>
            <span>{figureLabels[figure]}</span>
          </span>
        ))}
      </p>
      <div className="mt-3 space-y-2">
        {rows.map((row) => (
          <div key={row.key} className="sm:grid sm:grid-cols-[9rem_minmax(0,1fr)] sm:items-center sm:gap-x-3">
            <p className="truncate">{row.label}</p>
            <Bars row={row} most={most} />
          </div>
        ))}
      </div>
    </div>
  );
}

function Bars({ row, most }: { row: Figures; most: number }) {
  return (
    <svg aria-hidden="true" width="100%" height={height} className="block overflow-visible">
      <line x1="0" x2="0" y1="0" y2={height} className="stroke-line-strong" />
      {bars.map(({ figure, height: tall, look }) => (
        <rect
          key={figure}
          y={(height - tall) / 2}
          width={`${(row[figure] / most) * 100}%`}
          height={tall}
          className={look}
        />
      ))}
    </svg>
  );
}

const percent = new Intl.NumberFormat('de-DE', { style: 'percent', maximumFractionDigits: 0 });

/** `share`: of those that reached the step before; null: there were none. */
type Step = { label: string; reached: number; share: number | null };

type StepBarsProps = { label: string; head?: string; steps: readonly Step[] };

function StepBars({ label, head = label, steps }: StepBarsProps) {
  const most = Math.max(1, ...steps.map(({ reached }) => reached));
  return (
    <table aria-label={label} className="w-full self-start text-sm tabular-nums max-sm:block">
      <thead className="text-left text-ink-soft max-sm:sr-only">
        <tr>
          <th scope="col" className="pr-3 font-semibold">
            {head}
          </th>
          <th scope="col">
            <span className="sr-only">Bild</span>
          </th>
          {['Anzahl', 'Anteil'].map((name) => (
            <th key={name} scope="col" className="pl-3 text-right font-semibold">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="max-sm:block">
        {steps.map(({ label: name, reached, share }, at) => (
          <tr key={name} className="max-sm:grid max-sm:grid-cols-[minmax(0,1fr)_auto_3.5rem] max-sm:pb-2">
            <th scope="row" className="py-1 pr-3 text-left font-normal sm:w-px sm:whitespace-nowrap">
              {name}
            </th>
            <td className="max-sm:col-span-3 max-sm:row-start-2">
              <Bar share={reached / most} />
            </td>
            <td className="py-1 pl-3 text-right sm:w-px">{reached.toLocaleString('de-DE')}</td>
            <td className="py-1 pl-3 text-right sm:w-px">
              {at === 0 || share === null ? '-' : percent.format(share)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function stepsOf<Key extends string>(labels: Record<Key, string>, counts: Record<Key, number>): Step[] {
  const keys = keysOf(labels);
  return keys.map((key, at) => {
    const before = keys[at - 1];
    const from = before === undefined ? 0 : counts[before];
    return { label: labels[key], reached: counts[key], share: from === 0 ? null : counts[key] / from };
  });
}

const title = 'Wie lange es dauert';

function Durations({ durations }: { durations: readonly SpanRow[] }) {
  return (
    <Part title={title} note="Die Hälfte ist der Median, 9 von 10 das 90. Perzentil.">
      <NumberTable
        label={title}
        head={['Strecke', 'Anträge', 'Die Hälfte in höchstens', '9 von 10 in höchstens']}
        rows={durations.map(({ key, label, count, median, p90 }) => ({
          key,
          name: label,
          cells: [count.toLocaleString('de-DE'), durationText(median), durationText(p90)],
        }))}
      />
    </Part>
  );
}

/** A part of a whole, from 0 to 1, beside its number. */
function Bar({ share }: { share: number }) {
  return (
    <svg aria-hidden="true" width="100%" height="14" className="block min-w-16">
      <rect
        width="100%"
        height="14"
        rx="3"
        className="fill-paper-deep forced-colors:fill-[Canvas] forced-colors:stroke-[CanvasText]"
      />
      <rect
        width={`${share * 100}%`}
        height="14"
        rx="3"
        className="forced-colors:fill-[CanvasText] fill-green-700"
      />
    </svg>
  );
}

type PartProps = { title: string; note?: string; children: ReactNode };

function Part({ title, note, children }: PartProps) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className="break-inside-avoid rounded-card border border-line bg-white p-4 shadow-card sm:p-6 print:border-0 print:p-0 print:shadow-none"
    >
      <h2 id={id} className="text-xl text-green-900">
        {title}
      </h2>
      {note ? <p className="mt-1 text-sm text-ink-soft">{note}</p> : null}
      <div className="mt-4">{children}</div>
    </section>
  );
}
