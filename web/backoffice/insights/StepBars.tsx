import { keysOf } from '#domain/keys';
import { Bar } from '../table/Bar';

const percent = new Intl.NumberFormat('de-DE', { style: 'percent', maximumFractionDigits: 0 });

/** `share`: of those that reached the step before; null: there were none. */
type Step = { label: string; reached: number; share: number | null };

type Props = {
  label: string;
  head: string;
  steps: readonly Step[];
};

/** A table whose rows have bars: what is left from step to step. */
export function StepBars({ label, head, steps }: Props) {
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
          <th scope="col" className="pl-3 text-right font-semibold">
            Anzahl
          </th>
          <th scope="col" className="pl-3 text-right font-semibold">
            Anteil
          </th>
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

/** Counts that follow one another, in the order of their labels. */
export function stepsOf<Key extends string>(
  labels: Record<Key, string>,
  counts: Record<Key, number>,
): Step[] {
  const keys = keysOf(labels);
  return keys.map((key, at) => {
    const before = keys[at - 1];
    const from = before === undefined ? 0 : counts[before];
    return { label: labels[key], reached: counts[key], share: from === 0 ? null : counts[key] / from };
  });
}
