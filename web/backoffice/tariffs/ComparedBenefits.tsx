import { typeset } from '#domain/format';
import { type Benefit, tariffNames, tariffTypes } from '#domain/tariffs/catalogue';
import { Badge } from '../../ui/notices';
import type { Compared } from './state';

export function ComparedBenefits({ before, version }: Compared) {
  return (
    <section aria-labelledby="leistungen" className="space-y-5">
      <h2 id="leistungen" className="text-xl text-green-900">
        Leistungen
      </h2>
      {tariffTypes.map((type, row) => (
        <table
          key={type}
          className="w-full table-fixed max-sm:block overflow-hidden rounded-card border border-line bg-white text-[0.9375rem] shadow-card max-sm:text-sm"
        >
          <caption className="max-sm:block bg-paper-deep px-2 py-2 text-left font-serif text-base font-semibold text-green-900 sm:px-4">
            {tariffNames[type]}
          </caption>
          <thead className="bg-paper-deep text-left text-sm text-ink-soft max-sm:block">
            <tr className="max-sm:grid max-sm:grid-cols-2">
              <th scope="col" className={`${head} max-sm:sr-only`}>
                Leistung
              </th>
              <th scope="col" className={head}>
                Bisher
              </th>
              <th scope="col" className={head}>
                Neu
              </th>
            </tr>
          </thead>
          <tbody className="max-sm:block">
            {pairsOf(before?.benefits[row] ?? [], version.benefits[row] ?? []).map((pair) => (
              <Pair key={pair.name} {...pair} />
            ))}
          </tbody>
        </table>
      ))}
    </section>
  );
}

type PairProps = { name: string; old: string | null; next: string | null };

/** Those of the new version in its order, then those that it lacks. */
function pairsOf(old: readonly Benefit[], next: readonly Benefit[]): PairProps[] {
  const textIn = (list: readonly Benefit[], name: string) =>
    list.find((one) => one.name === name)?.beschreibung ?? null;
  const names = new Set([...next, ...old].map(({ name }) => name));
  return [...names].map((name) => ({ name, old: textIn(old, name), next: textIn(next, name) }));
}

const head = 'px-2 pb-2 font-semibold sm:px-4';
const cell = 'px-2 py-2 align-top wrap-break-word hyphens-auto sm:border-t sm:border-line sm:px-4';

function Pair({ name, old, next }: PairProps) {
  const mark = old === next ? null : old === null ? 'neu' : next === null ? 'entfällt' : 'geändert';
  return (
    <tr
      className={`max-sm:grid max-sm:grid-cols-2 max-sm:border-t max-sm:border-line ${mark ? 'bg-saddle-50' : ''}`}
    >
      <th scope="row" className={`${cell} text-left font-semibold max-sm:col-span-2 max-sm:pb-0`}>
        <span>{name}</span>{' '}
        {mark ? <Badge tone={mark === 'entfällt' ? 'negative' : 'waiting'}>{mark}</Badge> : null}
      </th>
      <td className={`${cell} text-ink-soft`}>{typeset(old ?? '–')}</td>
      <td className={`${cell} ${mark ? 'font-semibold' : 'text-ink-soft'}`}>{typeset(next ?? '–')}</td>
    </tr>
  );
}
