/** Rows of the list of applications: what they are called, how they are found, and what goes into a spreadsheet. */
import type { ApplicationRow } from '../../../../domain/backoffice';
import { formatInstant } from '../../../../domain/format';
import { steps } from '../../../../domain/steps';
import { toCsv } from '../../../csv';
import type { ApplicationState } from '../search';
import { fold } from '../table/fold';

export const stateLabels: Record<ApplicationState, string> = {
  completed: 'Abgeschlossen',
  incomplete: 'In Bearbeitung',
};

export function stateOf({ completed }: Pick<ApplicationRow, 'completed'>): ApplicationState {
  return completed ? 'completed' : 'incomplete';
}

/** Name of the step an application stands at (spec 2, "Application list"). */
export function stepNameOf({ completed, currentStep }: ApplicationRow): string {
  if (completed) return stateLabels.completed;
  return steps.find(({ number }) => number === currentStep)?.listName ?? '-';
}

/** First characters of an id, as lists show it (spec 9). */
export function shortId(id: string): string {
  return `${id.slice(0, 8)}...`;
}

/** A row beside the text in which a search looks. */
export type Searchable = { row: ApplicationRow; text: string };

/** Made once for a list: a keystroke only looks. */
export function searchable(rows: readonly ApplicationRow[]): Searchable[] {
  return rows.map((row) => ({
    row,
    // parts are looked at by themselves: a search must not match across them
    text: fold([row.id, row.contactName, row.email, row.horseName].join('\n')),
  }));
}

/** The rows in which a part of id, name, e-mail or horse is `query`, in the given state. */
export function findRows(
  list: readonly Searchable[],
  query: string,
  state: ApplicationState | undefined,
): ApplicationRow[] {
  const wanted = fold(query.trim());
  const found: ApplicationRow[] = [];
  for (const { row, text } of list) {
    if (state && stateOf(row) !== state) continue;
    if (wanted === '' || text.includes(wanted)) found.push(row);
  }
  return found;
}

/** What of a selection can still be seen (spec 2: hidden rows are not deleted by accident). */
export function pruned(selected: ReadonlySet<string>, rows: readonly ApplicationRow[]): ReadonlySet<string> {
  if (selected.size === 0) return selected;
  const left = new Set<string>();
  for (const { id } of rows) if (selected.has(id)) left.add(id);
  return left.size === selected.size ? selected : left;
}

const headings = ['Antrag-ID', 'Status', 'Schritt', 'Name', 'E-Mail', 'Pferd', 'Erstellt', 'Letzte Änderung'];

/** The rows as a CSV file, in their order. */
export function applicationsCsv(rows: readonly ApplicationRow[]): string {
  const lines = rows.map((row) => [
    row.id,
    stateLabels[stateOf(row)],
    stepNameOf(row),
    row.contactName ?? '',
    row.email ?? '',
    row.horseName ?? '',
    formatInstant(row.createdAt),
    formatInstant(row.lastUpdated),
  ]);
  return toCsv([headings, ...lines]);
}
