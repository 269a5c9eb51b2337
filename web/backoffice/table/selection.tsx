import { Link } from '@tanstack/react-router';
import { type ReactNode, useMemo } from 'react';
import { href, pages } from '#domain/urls';
import { linkClass, SmallButton } from '../../ui/button';
import { Alert } from '../../ui/notices';
import { useTicked } from '../Page';

/** Ids of the selected rows, and of those that can be; all by default. `othersDisabled`: the others have a dead box, not none. */
export type Selection = {
  selected: ReadonlySet<string>;
  onChange: (selected: Set<string>) => void;
  selectable?: ReadonlySet<string>;
  othersDisabled?: boolean;
};

/** Larger on cards, where it is touched. */
const box = 'size-6 accent-green-800 align-middle xl:size-5';

type SelectAllProps = { selection: Selection; rows: number; ids: () => string[] };

/** Checked when every visible row is. The caller removes hidden rows from the selection. */
export function SelectAll({ selection, rows, ids }: SelectAllProps) {
  const { selected, onChange, selectable } = selection;
  const count = selectable?.size ?? rows;
  const all = count > 0 && selected.size === count;
  return (
    <th
      scope="col"
      className="w-12 bg-paper-deep px-3 py-2 text-left max-xl:w-auto max-xl:px-2 xl:rounded-tl-card xl:border-b xl:border-line"
    >
      <label className="inline-flex items-center gap-2 align-middle">
        <input
          type="checkbox"
          className={box}
          aria-label="Alle auswählen"
          checked={all}
          disabled={count === 0}
          ref={(input) => {
            if (input) input.indeterminate = !all && selected.size > 0;
          }}
          onChange={() => onChange(new Set(all ? [] : (selectable ?? ids())))}
        />
        {/* on cards there is no column above which it stands */}
        <span className="xl:hidden">Alle auswählen</span>
      </label>
    </th>
  );
}

type SelectRowProps = { selection: Selection; id: string; name?: string };

/** `name`: what the row is about; the beginning of its id by default. */
export function SelectRow({ selection, id, name = id.slice(0, 8) }: SelectRowProps) {
  const { selected, onChange, selectable, othersDisabled } = selection;
  const disabled = selectable !== undefined && !selectable.has(id);
  const toggle = () => {
    const next = new Set(selected);
    if (!next.delete(id)) next.add(id);
    onChange(next);
  };
  return (
    <td className="max-xl:col-start-2 max-xl:row-start-1 max-xl:justify-self-end xl:border-b xl:border-line xl:px-3 xl:group-last:border-b-0">
      {disabled && !othersDisabled ? null : (
        <input
          type="checkbox"
          className={box}
          aria-label={`${name} auswählen`}
          checked={selected.has(id)}
          disabled={disabled}
          onChange={toggle}
        />
      )}
    </td>
  );
}

type SelectionBarProps = {
  /** How many rows are selected, in words; null: none is. */
  text: string | null;
  onClear: () => void;
  children: ReactNode;
};

export function SelectionBar({ text, onClear, children }: SelectionBarProps) {
  const some = text !== null;
  return (
    <section
      // without a name it is no region
      aria-label={some ? 'Auswahl' : undefined}
      data-floating={some ? true : undefined}
      // at the lower edge of the window: no row moves when the first one is ticked, and the last ones are near it, too. On a
      // low screen above the rows, which it would hide
      className={some ? bar : 'sr-only'}
    >
      <p aria-live="polite" className="mr-2 font-semibold text-green-900 tabular-nums max-sm:grow">
        {text}
      </p>
      {some ? (
        <>
          {children}
          <SmallButton look="quiet" className="sm:ml-auto" onClick={onClear}>
            Auswahl aufheben
          </SmallButton>
        </>
      ) : null}
    </section>
  );
}

const bar =
  'bottom-4 z-20 my-4 tall:mb-0 tall:sticky tall:order-last flex flex-wrap items-center gap-2 rounded-card border border-green-200 bg-green-50 px-4 py-3 shadow-raised max-sm:bottom-2 print:hidden';

/** A row that has left the page is no longer selected when it returns. `idOf` is a constant. */
export function useTickedRows<Row>(rows: readonly Row[], idOf: (row: Row) => string) {
  const [ticked, setTicked] = useTicked();
  const selected = useMemo(() => rows.filter((row) => ticked.has(idOf(row))), [rows, ticked, idOf]);
  if (selected.length !== ticked.size) setTicked(new Set(selected.map(idOf)));
  return {
    selected,
    selection: { selected: ticked, onChange: setTicked },
    clear: () => setTicked(new Set()),
  };
}

type Props = {
  /** One, and several of them. */
  what: readonly [string, string];
  /** Each with the name by which the user knows it, why it was left out, and the application that it is about. */
  rows: readonly { id: string; name: string; reason: string; application?: string | null }[];
};

export function SkippedRows({ what: [one, several], rows }: Props) {
  if (rows.length === 0) return null;
  const count = rows.length === 1 ? `1 ${one} wurde` : `${rows.length} ${several} wurden`;
  return (
    <Alert tone="warning" title={`${count} ausgelassen`}>
      <ul className="mt-1 space-y-0.5">
        {rows.map(({ id, name, reason, application }) => (
          <li key={id} className="wrap-anywhere">
            {application ? (
              <Link
                to={href(pages.backofficeApplication, { id: application })}
                className={`font-semibold ${linkClass}`}
              >
                {name}
              </Link>
            ) : (
              <span>{name}</span>
            )}
            <span>{`: ${reason}`}</span>
          </li>
        ))}
      </ul>
    </Alert>
  );
}
