/** What a person sees in a spreadsheet, as texts. */

/** `cells`: one for each column, '' for an empty one. `line`: as a spreadsheet numbers its rows, from 1. */
export type SheetRow = { line: number; cells: string[] };

/** `columns` have unique, trimmed names, none of which is empty. Rows without any text are left out. */
export type SheetTable = { columns: string[]; rows: SheetRow[] };

/** `unreadable`: why, as a whole sentence for staff. */
export type ReadTable = SheetTable | { unreadable: string };

export const mostColumns = 200;
/** In characters; the rest of a cell is cut off. */
export const longestCell = 5_000;
