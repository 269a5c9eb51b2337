import {
  type Dimension,
  dimensionLabels,
  type FigureRow,
  type Figures,
  figureKeys,
  figureLabels,
} from '#domain/insights/insights';
import { NumberTable } from './NumberTable';
import { Part } from './Part';

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

type Props = { dimension: Dimension; rows: readonly FigureRow[] };

export function Outcomes({ dimension, rows }: Props) {
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

/** For the eye only: the table says the same. */
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
