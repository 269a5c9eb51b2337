import { useMemo, useRef, useState } from 'react';
import type { MatchedReturn, ReturnResult } from '#domain/returns/returns';
import { Button } from '../../ui/button';
import { takesFocus } from '../../ui/focus';
import { Empty, FilterSelect, Toolbar, useFocusAfter } from '../table/frame';
import { SelectionBar } from '../table/selection';
import { Table } from '../table/Table';
import { Apply } from './Apply';
import { type Filter, filters, optionsOf, rowIdOf, useSelection } from './filters';
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
  const selection = useSelection(rows, ticked, (next) => onChange({ ticked: next }));
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
        <SelectionBar text={tickedWords(chosen.length)} onClear={() => onChange({ ticked: new Set() })}>
          <Apply id={id} lines={chosen} notify={notify} onChange={onChange} onApplied={onApplied} />
        </SelectionBar>
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
      </div>
    </section>
  );
}

const headingId = 'zeilen';

function tickedWords(count: number): string | null {
  if (count === 0) return null;
  return count === 1 ? '1 Zeile ausgewählt' : `${count.toLocaleString('de-DE')} Zeilen ausgewählt`;
}
