/** What the columns of an insurer's file probably mean, by their names and the first rows. Staff decide. */
import { folded, spelledOut } from '../text/folding';
import { answerIn, type Cell, cellOf, referenceIn } from './cells';
import { type ReturnMapping, type ReturnMeaning, returnMeaningKeys } from './returns';

/** As they are compared: spelled out, letters and digits only, `nr` for a number. The best name first. */
const names: Record<ReturnMeaning, string> = {
  reference: `mandatsreferenz mandatsreferenznr mandatsref sepamandatsreferenz separeferenz mandat antragid antragsid
    antragsnr antragnr ihrereferenz ihrzeichen vermittlerreferenz kundenreferenz antrag referenz referenznr referenzid
    ref refnr reference`,
  policyNumber: `versicherungsscheinnr versicherungsschein versscheinnr scheinnr vsnr vsn vs policennr policenr
    policyno policynumber police policy vertragsnr vertragnr vertrag`,
  status: `status stand antragsstatus antragstatus vertragsstatus bearbeitungsstatus bearbeitungsstand ergebnis
    entscheidung antragsentscheidung statusdesantrags`,
  reason: `grund ablehnungsgrund begruendung grundderablehnung bemerkung bemerkungen hinweis hinweise anmerkung
    anmerkungen kommentar notiz`,
  date: `datum ausstellungsdatum ausgestelltam policierungsdatum policiertam entscheidungsdatum entscheidungam
    entschiedenam datumderentscheidung statusdatum statusvom standvom erledigtam bearbeitetam bearbeitungsdatum`,
};

/** A part of a longer name says something only from this length. */
const tellingLength = 8;

/** The columns by meaning, as far as their names or `rows` say it. No column has two meanings. */
export function guessMapping(
  columns: readonly string[],
  rows: readonly (readonly string[])[],
): Partial<ReturnMapping> {
  const left = new Map(columns.map((column) => [column, keyOf(column)]));
  const found: Partial<ReturnMapping> = {};
  const look = (fits: (key: string, name: string) => boolean) => {
    for (const meaning of returnMeaningKeys) {
      if (found[meaning] !== undefined) continue;
      const column = firstOf(left, names[meaning].split(/\s+/), fits);
      if (column === undefined) continue;
      found[meaning] = column;
      left.delete(column);
    }
  };
  look((key, name) => key === name);
  look((key, name) => name.length >= tellingLength && key.includes(name));
  // an insurer calls our number as it likes
  found.reference ??= [...left.keys()].find((column) => hasReferences(rows, columns.indexOf(column)));
  return found;
}

/** Meanings that are remembered without the names of their columns: by the places of those in the order of letters. */
export type KeptMeanings = Partial<Record<ReturnMeaning, number>>;

function inOrder(columns: readonly string[]): string[] {
  const keys = columns.map((name) => ({ name, key: folded(name) }));
  const sorted = keys.toSorted((one, other) => (one.key < other.key ? -1 : Number(one.key > other.key)));
  return sorted.map(({ name }) => name);
}

/** Null for what may be the first row of data: it may name persons, so nothing of it is remembered. */
export function keptMeanings(mapping: ReturnMapping, columns: readonly string[]): KeptMeanings | null {
  if (!columns.every(isName)) return null;
  const names = inOrder(columns);
  return Object.fromEntries(Object.entries(mapping).map(([meaning, name]) => [meaning, names.indexOf(name)]));
}

function isName(column: string): boolean {
  const cell = cellOf(column);
  return cell.kind === 'text' && answerIn(cell.text) === null && !isOurs(cell) && !column.includes('@');
}

/** `columns`: with the same names but for their spelling and order. */
export function meaningsIn(kept: KeptMeanings, columns: readonly string[]): Partial<ReturnMapping> {
  const names = inOrder(columns);
  return Object.fromEntries(Object.entries(kept).map(([meaning, place]) => [meaning, names[place]]));
}

function hasReferences(rows: readonly (readonly string[])[], index: number): boolean {
  const cells = rows.map((row) => row[index] ?? '').filter(Boolean);
  return cells.length > 0 && cells.every((cell) => isOurs(cellOf(cell)));
}

/** Eight digits may be a day or anything else. */
function isOurs(cell: Cell): boolean {
  const reference = referenceIn(cell);
  if (reference.kind === 'none') return false;
  return reference.kind === 'mandate' ? /^SF-\d{8}-/.test(reference.key) : !/^\d{8}$/.test(reference.key);
}

function firstOf(
  columns: ReadonlyMap<string, string>,
  known: readonly string[],
  fits: (key: string, name: string) => boolean,
): string | undefined {
  for (const name of known) for (const [column, key] of columns) if (fits(key, name)) return column;
  return undefined;
}

function keyOf(column: string): string {
  return spelledOut(column)
    .replace(/[^a-z0-9]/g, '')
    .replaceAll('nummer', 'nr');
}
