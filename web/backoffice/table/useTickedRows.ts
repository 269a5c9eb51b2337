import { useMemo } from 'react';
import { useTicked } from '../history-entry';

/**
 * The selected rows of a page, and what the table and the bar need. A row that has left the page is no longer selected when
 * it returns. `idOf` is a constant.
 */
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
