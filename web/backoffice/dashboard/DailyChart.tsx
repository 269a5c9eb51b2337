import type { Dashboard, DayCount } from '#domain/dashboard';
import { formatDay } from '#domain/dates';
import { keysOf } from '#domain/keys';
import { Empty } from '../table/frame';

/** Height of the plot in pixels. Its width is drawn in percent. */
const height = 160;
const namedEvery = 7;

const series = {
  started: {
    name: 'Begonnen',
    look: 'fill-green-200 stroke-green-700 forced-colors:fill-[Canvas] forced-colors:stroke-[CanvasText]',
  },
  completed: {
    name: 'Eingereicht',
    look: 'fill-green-800 stroke-green-800 forced-colors:fill-[CanvasText] forced-colors:stroke-[CanvasText]',
  },
} as const;

function DailyChart({ daily }: { daily: readonly DayCount[] }) {
  const top = topOf(daily);
  return (
    <figure>
      <figcaption className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h3 className="text-lg text-green-900">Tag für Tag</h3>
        <span className="flex flex-wrap gap-x-4 text-sm">
          <Key of="started">{sumOf(daily, 'started')}</Key>
          <Key of="completed">{sumOf(daily, 'completed')}</Key>
        </span>
      </figcaption>
      <div className="mt-4 grid grid-cols-[auto_minmax(0,1fr)] gap-x-2 text-xs text-ink-soft tabular-nums">
        <Scale top={top} />
        <Plot daily={daily} top={top} />
        <Days daily={daily} />
      </div>
      <DayTable daily={daily} />
    </figure>
  );
}

function Key({ of, children }: { of: keyof typeof series; children: number }) {
  return (
    <span className="inline-flex items-center gap-1.5">
      <svg aria-hidden="true" className="size-3.5">
        <rect x="1" y="1" width="12" height="12" rx="2" className={series[of].look} />
      </svg>
      <span>{series[of].name}</span>
      <span className="font-semibold">{children.toLocaleString('de-DE')}</span>
    </span>
  );
}

function Scale({ top }: { top: number }) {
  return (
    <div aria-hidden="true" className="flex flex-col justify-between text-right leading-none">
      {ticksOf(top).map((tick) => (
        <span key={tick}>{tick.toLocaleString('de-DE')}</span>
      ))}
    </div>
  );
}

/** Parts of the width of a day: each of its two bars, and the space at both sides. */
const [barPart, airPart] = [0.38, 0.12];

function Plot({ daily, top }: { daily: readonly DayCount[]; top: number }) {
  const width = 100 / daily.length;
  return (
    <svg role="img" aria-label={summaryOf(daily)} width="100%" height={height} className="overflow-visible">
      {ticksOf(top).map((tick) => {
        const y = height - (tick / top) * height;
        return <line key={tick} x1="0" x2="100%" y1={y} y2={y} className="stroke-line" />;
      })}
      {daily.map((one, index) =>
        keysOf(series).map((of, place) => {
          const tall = (one[of] / top) * height;
          return one[of] === 0 ? null : (
            <rect
              key={`${one.day}-${of}`}
              x={`${(index + airPart + place * barPart) * width}%`}
              width={`${barPart * width}%`}
              y={height - tall}
              height={tall}
              rx="1.5"
              className={series[of].look}
            >
              <title>{`${formatDay(one.day)}: ${one[of]} ${series[of].name.toLowerCase()}`}</title>
            </rect>
          );
        }),
      )}
    </svg>
  );
}

function Days({ daily }: { daily: readonly DayCount[] }) {
  const last = daily.length - 1;
  return (
    <svg aria-hidden="true" width="100%" height="22" className="col-start-2 overflow-visible fill-current">
      {daily.map(({ day }, index) =>
        (last - index) % namedEvery === 0 ? (
          <text
            key={day}
            x={`${((index + (index === last ? 1 : 0.5)) * 100) / daily.length}%`}
            y="16"
            textAnchor={index === last ? 'end' : 'middle'}
          >
            {index === last ? 'heute' : formatDay(day).slice(0, 6)}
          </text>
        ) : null,
      )}
    </svg>
  );
}

function DayTable({ daily }: { daily: readonly DayCount[] }) {
  return (
    <details className="mt-3 text-sm">
      <summary className="inline-block cursor-pointer rounded-control font-semibold text-green-800 underline underline-offset-4">
        Als Tabelle anzeigen
      </summary>
      <table aria-label="Tag für Tag" className="mt-3 w-full max-w-md tabular-nums">
        <thead>
          <tr className="text-left wrap-anywhere text-ink-soft">
            <th scope="col">Tag</th>
            <th scope="col">{series.started.name}</th>
            <th scope="col">{series.completed.name}</th>
          </tr>
        </thead>
        <tbody>
          {daily.toReversed().map(({ day, started, completed }) => (
            <tr key={day} className="odd:bg-paper">
              <th scope="row" className="py-0.5 text-left font-normal">
                {formatDay(day)}
              </th>
              <td>{started}</td>
              <td>{completed}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}

function summaryOf(daily: readonly DayCount[]): string {
  const [from, to] = [daily[0]?.day ?? '', daily.at(-1)?.day ?? ''];
  const counts = `${sumOf(daily, 'started')} begonnen, ${sumOf(daily, 'completed')} eingereicht`;
  return `Säulen für jeden Tag vom ${formatDay(from)} bis ${formatDay(to)}, zusammen ${counts}`;
}

export function LastDays({ daily }: Pick<Dashboard, 'daily'>) {
  const nothing = daily.every(({ started, completed }) => started + completed === 0);
  return (
    <section aria-labelledby="letzte-tage">
      <h2 id="letzte-tage" className="mb-3 text-xl text-green-900">
        {`Die letzten ${daily.length} Tage`}
      </h2>
      {nothing ? (
        <Empty
          small
          title="Noch keine Daten"
          note="Hier sehen Sie dann Tag für Tag, was begonnen und was eingereicht wurde."
        />
      ) : (
        <div className="rounded-card border border-line bg-white p-4 shadow-card sm:p-6">
          <DailyChart daily={daily} />
        </div>
      )}
    </section>
  );
}

/** The number at the top of the scale: the smallest round even number that no day exceeds. */
export function topOf(daily: readonly DayCount[]): number {
  const most = Math.max(0, ...daily.flatMap(({ started, completed }) => [started, completed]));
  for (let unit = 1; ; unit *= 10) {
    const round = [2, 4, 6, 10].find((step) => step * unit >= most);
    if (round) return round * unit;
  }
}

function ticksOf(top: number): number[] {
  return [top, top / 2, 0];
}

function sumOf(daily: readonly DayCount[], of: keyof typeof series): number {
  return daily.reduce((sum, day) => sum + day[of], 0);
}
