import { type ApplicationRow, listName, stateLabels } from '#domain/applications/staff';
import { defaultSource } from '#domain/fields';
import { formatInstant } from '#domain/format';
import { keysOf } from '#domain/keys';
import { toCsv } from '#domain/text/csv';
import { addressSpellings, spellingsOf } from '#domain/text/folding';
import { Badge } from '../../ui/notices';
import { anyText, direction, oneOf, searchOf } from '../screen';

export const applicationsSearch = searchOf({
  q: anyText,
  status: oneOf(keysOf(stateLabels)),
  source: anyText,
  sort: oneOf<string>(['id', 'status', 'currentStep', 'createdAt', 'lastUpdated']),
  dir: direction,
});
export type ApplicationsSearch = ReturnType<typeof applicationsSearch>;

export function stateOf({ completed }: Pick<ApplicationRow, 'completed'>): keyof typeof stateLabels {
  return completed ? 'completed' : 'incomplete';
}

export function stepNameOf({ completed, currentStep }: ApplicationRow): string {
  return completed ? stateLabels.completed : listName(currentStep);
}

type SearchTexts = {
  /** Builds missing texts, for `ms` milliseconds at most. Returns true when all are built. */
  prepare(ms?: number): boolean;
  of(row: ApplicationRow): string;
};

export function searchTexts(rows: readonly ApplicationRow[]): SearchTexts {
  const texts = new Map<ApplicationRow, string>();
  return {
    prepare(ms = Number.POSITIVE_INFINITY) {
      const end = performance.now() + ms;
      for (const row of rows.slice(texts.size)) {
        texts.set(row, textOf(row));
        // reading the clock takes as long as building a text
        if (texts.size % 256 === 0 && performance.now() > end) break;
      }
      return texts.size >= rows.length;
    },
    of: (row) => texts.get(row) ?? '',
  };
}

function textOf({ id, contactName, email, horseName }: ApplicationRow): string {
  // one line each, so that no search matches across two of them
  const names = [contactName, horseName].flatMap((name) => spellingsOf(name ?? ''));
  return [id, ...names, ...addressSpellings(email ?? '')].join('\n');
}

export function sourceOf({ source = defaultSource }: Pick<ApplicationRow, 'source'>): string {
  return source;
}

/** The filter of rows whose id, name, e-mail or horse contains `q`; undefined if it keeps all rows. */
export function rowFilter(
  texts: SearchTexts,
  { q = '', status, source }: Pick<ApplicationsSearch, 'q' | 'status' | 'source'>,
): ((row: ApplicationRow) => boolean) | undefined {
  const wanted = spellingsOf(q);
  const passes = (row: ApplicationRow) =>
    (status === undefined || stateOf(row) === status) && (source === undefined || sourceOf(row) === source);
  if (wanted[0] === '') return status || source ? passes : undefined;
  texts.prepare();
  return (row) => passes(row) && wanted.some((spelling) => texts.of(row).includes(spelling));
}

/** The part of a selection that is still visible: hidden rows must not be deleted by accident. */
export function pruned(selected: ReadonlySet<string>, rows: readonly ApplicationRow[]): ReadonlySet<string> {
  if (selected.size === 0) return selected;
  const left = rows.filter(({ id }) => selected.has(id));
  return left.length === selected.size ? selected : new Set(left.map(({ id }) => id));
}

const headings = [
  ...['Antrag-ID', 'Status', 'Schritt', 'Name', 'E-Mail', 'Pferd', 'Erstellt', 'Letzte Änderung'],
  'Quelle',
];

export function applicationsCsv(rows: readonly ApplicationRow[]): string {
  const lines = rows.map((row) => [
    row.id,
    stateLabels[stateOf(row)],
    stepNameOf(row),
    ...[row.contactName, row.email, row.horseName].map((text) => ({ text: text ?? '' })),
    formatInstant(row.createdAt),
    formatInstant(row.lastUpdated),
    { text: sourceOf(row) },
  ]);
  return toCsv([headings, ...lines]);
}

export function StatusBadge({ completed }: { completed: boolean }) {
  return <Badge tone={completed ? 'positive' : 'waiting'}>{stateLabels[stateOf({ completed })]}</Badge>;
}
