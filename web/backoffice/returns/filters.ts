import { useMemo } from 'react';
import { keysOf } from '#domain/keys';
import type { MatchedLine } from '#domain/returns/returns';

export const rowIdOf = ({ line }: { line: number }) => String(line);

export const filters = {
  all: { label: 'Alle', keeps: () => true },
  changes: { label: 'Änderungen', keeps: ({ problem }: MatchedLine) => problem === null },
  problems: { label: 'Probleme', keeps: ({ problem }: MatchedLine) => problem !== null },
};
export type Filter = keyof typeof filters;

export function optionsOf(lines: readonly MatchedLine[]) {
  return keysOf(filters).map((value) => {
    const { label, keeps } = filters[value];
    return { value, label: `${label} (${lines.filter(keeps).length.toLocaleString('de-DE')})` };
  });
}

/** The rows that can be ticked, which each filter shows all of or none. */
export function useSelection(
  rows: readonly MatchedLine[],
  ticked: ReadonlySet<string>,
  onChange: (ticked: ReadonlySet<string>) => void,
) {
  const selectable = useMemo(() => new Set(rows.filter(filters.changes.keeps).map(rowIdOf)), [rows]);
  return { selectable, selected: ticked, onChange, othersDisabled: true };
}
