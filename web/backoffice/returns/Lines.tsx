import { useMemo, useState } from 'react';
import { keysOf } from '#domain/keys';
import type { MatchedLine, MatchedReturn, ReturnResult } from '#domain/returns/returns';
import { Button } from '../../ui/button';
import { takesFocus } from '../../ui/focus';
import { Empty, FilterSelect, Toolbar } from '../table/frame';
import { Table } from '../table/Table';
import { Apply } from './Apply';
import { lineColumns, linesOf, nameOf } from './line-columns';
import { rowIdOf } from './progress';

type Props = {
  id: string;
  matched: MatchedReturn;
  /** Ids of rows. */
  ticked: ReadonlySet<string>;
  notify: boolean;
  onChange: (part: { ticked?: ReadonlySet<string>; notify?: boolean }) => void;
  onBack: () => void;
  onApplied: (result: ReturnResult) => void;
};

const filters = {
  all: { label: 'Alle', keeps: () => true },
  changes: { label: 'Änderungen', keeps: ({ problem }: MatchedLine) => problem === null },
  problems: { label: 'Probleme', keeps: ({ problem }: MatchedLine) => problem !== null },
};
type Filter = keyof typeof filters;

export function Lines({ id, matched, ticked, notify, onChange, onBack, onApplied }: Props) {
  const [filter, setFilter] = useState<Filter>('all');
  const lines = useMemo(() => linesOf(matched), [matched]);
  const rows = useMemo(() => lines.filter(filters[filter].keeps), [lines, filter]);
  const selection = useSelection(rows, ticked, (next) => onChange({ ticked: next }));
  const chosen = lines.filter((line) => ticked.has(rowIdOf(line)));
  return (
    <section aria-labelledby={headingId}>
      <h2
        id={headingId}
        ref={takesFocus}
        tabIndex={-1}
        className="mb-2 scroll-mt-20 text-2xl text-green-900 outline-none"
      >
        Was sich ändern würde
      </h2>
      <p className="mb-4 max-w-3xl text-ink-soft">
        Noch ist nichts geändert. Zeilen mit einem Hinweis lassen sich nicht übernehmen.
      </p>
      <Toolbar count={tickedWords(chosen.length)}>
        <FilterSelect
          label="Zeilen filtern"
          value={filter}
          options={keysOf(filters).map((value) => ({ value, label: labelOf(value, lines) }))}
          onChange={setFilter}
        />
        <Button look="secondary" size="small" onClick={onBack}>
          Zuordnung ändern
        </Button>
      </Toolbar>
      {rows.length === 0 ? (
        <Empty title="Keine Zeilen in dieser Auswahl" />
      ) : (
        <Table
          label="Was sich ändern würde"
          columns={lineColumns}
          rows={rows}
          rowId={rowIdOf}
          rowName={nameOf}
          selection={selection}
        />
      )}
      <Apply id={id} lines={chosen} notify={notify} onChange={onChange} onApplied={onApplied} />
    </section>
  );
}

const headingId = 'zeilen';

/** What a filter hides stays ticked. Without a row that can be ticked there are no boxes. */
function useSelection(
  rows: readonly MatchedLine[],
  ticked: ReadonlySet<string>,
  onChange: (ticked: ReadonlySet<string>) => void,
) {
  const selectable = useMemo(() => new Set(rows.filter(filters.changes.keeps).map(rowIdOf)), [rows]);
  if (selectable.size === 0) return undefined;
  return {
    selectable,
    selected: new Set([...ticked].filter((id) => selectable.has(id))),
    onChange: (selected: Set<string>) => {
      const hidden = [...ticked].filter((id) => !selectable.has(id));
      onChange(new Set([...hidden, ...selected]));
    },
  };
}

function labelOf(filter: Filter, lines: readonly MatchedLine[]): string {
  const { label, keeps } = filters[filter];
  return `${label} (${lines.filter(keeps).length.toLocaleString('de-DE')})`;
}

function tickedWords(count: number): string {
  return count === 1 ? '1 Zeile ausgewählt' : `${count.toLocaleString('de-DE')} Zeilen ausgewählt`;
}
