import type { FunnelStep } from '#domain/dashboard';
import { lastStep, steps } from '#domain/steps/all';
import { Bar } from '../table/Bar';

const percent = new Intl.NumberFormat('de-DE', { style: 'percent', maximumFractionDigits: 0 });

export function Funnel({ funnel }: { funnel: readonly FunnelStep[] }) {
  const begun = funnel[0]?.reached ?? 0;
  return (
    <div>
      <h3 className="text-lg text-green-900">Erreichte Schritte</h3>
      <table aria-label="Erreichte Schritte" className="mt-3 w-full text-sm tabular-nums max-sm:block">
        <thead className="sr-only">
          <tr>
            <th scope="col">Erreicht</th>
            <th scope="col">Bild</th>
            <th scope="col">Anzahl</th>
            <th scope="col">Anteil</th>
          </tr>
        </thead>
        <tbody className="max-sm:block">
          {funnel.map(({ step, reached }) => {
            const share = begun === 0 ? 0 : reached / begun;
            const finished = step > lastStep;
            return (
              <tr
                key={step}
                className={`max-sm:grid max-sm:grid-cols-[minmax(0,1fr)_auto_3.5rem] max-sm:pb-2 ${finished ? 'font-semibold text-green-900' : 'font-normal'}`}
              >
                <th
                  scope="row"
                  className="sm:w-px py-1 pr-3 text-left [font-weight:inherit] sm:whitespace-nowrap"
                >
                  {nameOf(step)}
                </th>
                <td className="max-sm:col-span-3 max-sm:row-start-2">
                  <Bar share={share} fill={finished ? 'fill-green-800' : 'fill-green-600'} />
                </td>
                <td className="sm:w-px py-1 pl-3 text-right">{reached.toLocaleString('de-DE')}</td>
                <td className="sm:w-px py-1 pl-3 text-right">{percent.format(share)}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

/** The number after the last step stands for completed applications. */
function nameOf(step: number): string {
  return steps.find(({ number }) => number === step)?.listName ?? 'Eingereicht';
}
