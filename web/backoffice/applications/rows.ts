/** Rows of the list of applications: what they are called, how they are found, and what goes into a spreadsheet. */
import { type ApplicationRow, stateLabels } from '#domain/backoffice/applications';
import { formatInstant } from '#domain/format';
import { steps } from '#domain/steps/all';
import { toCsv } from '../csv';
import { anyText, direction, oneOf, searchOf } from '../search';
import { fold } from '../table/fold';

const applicationStates = ['completed', 'incomplete'] as const;
export type ApplicationState = (typeof applicationStates)[number];

/** What the address says of the list; the sort fields are ids of columns. */
export const applicationsSearch = searchOf({
  q: anyText,
  status: oneOf(applicationStates),
  sort: oneOf<string>(['id', 'status', 'currentStep', 'createdAt', 'lastUpdated']),
  dir: direction,
});
export type ApplicationsSearch = ReturnType<typeof applicationsSearch>;

export function stateOf({ completed }: Pick<ApplicationRow, 'completed'>): ApplicationState {
  return completed ? 'completed' : 'incomplete';
}

/** Name of the step an application stands at (spec 2, "Application list"). */
export function stepNameOf({ completed, currentStep }: ApplicationRow): string {
  if (completed) return stateLabels.completed;
  return steps.find(({ number }) => number === currentStep)?.listName ?? '-';
}

type SearchTexts = {
  /** Makes what is missing, for `ms` milliseconds or until all is there; true: all is. */
  prepare(ms?: number): boolean;
  of(row: ApplicationRow): string;
};

/** The text of each row in which a search looks, made once. */
export function searchTexts(rows: readonly ApplicationRow[]): SearchTexts {
  const texts = new Map<ApplicationRow, string>();
  return {
    prepare(ms = Number.POSITIVE_INFINITY) {
      const end = performance.now() + ms;
      for (const row of rows.slice(texts.size)) {
        texts.set(row, textOf(row));
        // a look at the clock costs as much as a text
        if (texts.size % 256 === 0 && performance.now() > end) break;
      }
      return texts.size >= rows.length;
    },
    of: (row) => texts.get(row) ?? '',
  };
}

function textOf({ id, contactName, email, horseName }: ApplicationRow): string {
  // a line each: a search must not match across them
  return fold([id, contactName, email, horseName].join('\n'));
}

/**
 * Which rows are left: a part of id, name, e-mail or horse is `query`, and the state is the given one. Undefined
 * when all are.
 */
export function rowFilter(
  texts: SearchTexts,
  query: string,
  state: ApplicationState | undefined,
): ((row: ApplicationRow) => boolean) | undefined {
  const wanted = fold(query.trim());
  const inState = (row: ApplicationRow) => state === undefined || stateOf(row) === state;
  if (wanted === '') return state && inState;
  texts.prepare();
  return (row) => inState(row) && texts.of(row).includes(wanted);
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
