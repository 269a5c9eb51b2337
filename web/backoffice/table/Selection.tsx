/** Ids of the selected rows, and of those that can be; all by default. */
export type Selection = {
  selected: ReadonlySet<string>;
  onChange: (selected: Set<string>) => void;
  selectable?: ReadonlySet<string>;
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

/** `name`: what the row is about; the beginning of its id by default. Without a box if the row cannot be selected. */
export function SelectRow({ selection, id, name = id.slice(0, 8) }: SelectRowProps) {
  const { selected, onChange, selectable } = selection;
  const toggle = () => {
    const next = new Set(selected);
    if (!next.delete(id)) next.add(id);
    onChange(next);
  };
  return (
    <td className="max-xl:col-start-2 max-xl:row-start-1 max-xl:justify-self-end xl:border-b xl:border-line xl:px-3 xl:group-last:border-b-0">
      {selectable && !selectable.has(id) ? null : (
        <input
          type="checkbox"
          className={box}
          aria-label={`${name} auswählen`}
          checked={selected.has(id)}
          onChange={toggle}
        />
      )}
    </td>
  );
}
