/** Page and page size in the address of a log: out of range is refused, not guessed (contract 2). */
import { Optional, String as StringType } from 'typebox';
import { rule } from '#domain/fields';

/** Keeps the number of skipped rows inside what SQLite counts with. */
const lastPage = 1_000_000_000;

export function pageOf() {
  return Optional(whole(lastPage, 'Die Seite muss eine Zahl ab 1 sein'));
}

export function pageSizeOf(largest: number) {
  return Optional(whole(largest, `Die Seitengröße muss eine Zahl von 1 bis ${largest} sein`));
}

function whole(largest: number, message: string) {
  const isWhole = (value: string) =>
    /^\d{1,10}$/.test(value) && Number(value) >= 1 && Number(value) <= largest;
  return rule(StringType({ errorMessage: message }), isWhole, message);
}
