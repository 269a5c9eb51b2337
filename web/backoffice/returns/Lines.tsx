import { useMemo, useRef, useState } from 'react';
import { keysOf } from '#domain/keys';
import type { MatchedLine, MatchedReturn, ReturnResult } from '#domain/returns/returns';
import { Button } from '../../ui/button';
import { takesFocus } from '../../ui/focus';
import { Empty, FilterSelect, Toolbar, useFocusAfter } from '../table/frame';
import { Table } from '../table/Table';
import { Apply } from './Apply';
import { lineColumns, linesOf, nameOf } from './line-columns';

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

export function Lines({ id, matched, ticked, notify, onChange, onBack, onApplied }: Props) {
  const [filter, setFilter] = useState<Filter>('all');
  const lines = useMemo(() => linesOf(matched), [matched]);
  const rows = useMemo(() => lines.filter(filters[filter].keeps), [lines, filter]);
  const selectable = useMemo(() => new Set(rows.filter(filters.changes.keeps).map(rowIdOf)), [rows]);
  const chosen = lines.filter((line) => ticked.has(rowIdOf(line)));
  const around = useRef<HTMLDivElement>(null);
  useFocusAfter(chosen.length > 0, around);
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
      <Toolbar>
        <FilterSelect label="Zeilen filtern" value={filter} options={optionsOf(lines)} onChange={setFilter} />
        <Button look="secondary" size="small" onClick={onBack}>
          Zuordnung ändern
        </Button>
      </Toolbar>
      <div ref={around} tabIndex={-1} className="flex flex-col outline-none">
        <Apply id={id} lines={chosen} notify={notify} onChange={onChange} onApplied={onApplied} />
        {rows.length === 0 ? (
          <Empty title="Keine Zeilen in dieser Auswahl" />
        ) : (
          <Table
            label="Was sich ändern würde"
            columns={lineColumns}
            rows={rows}
            rowId={rowIdOf}
            rowName={nameOf}
            // each filter shows all or none of the rows that can be ticked
            selection={{
              selectable,
              selected: ticked,
              onChange: (next) => onChange({ ticked: next }),
              othersDisabled: true,
            }}
          />
        )}
      </div>
    </section>
  );
}

const headingId = 'zeilen';

export const rowIdOf = ({ line }: { line: number }) => String(line);

const filters = {
  all: { label: 'Alle', keeps: () => true },
  changes: { label: 'Änderungen', keeps: ({ problem }: MatchedLine) => problem === null },
  problems: { label: 'Probleme', keeps: ({ problem }: MatchedLine) => problem !== null },
};
type Filter = keyof typeof filters;

function optionsOf(lines: readonly MatchedLine[]) {
  return keysOf(filters).map((value) => {
    const { label, keeps } = filters[value];
    return { value, label: `${label} (${lines.filter(keeps).length.toLocaleString('de-DE')})` };
  });
}
