/** Query parameters of paged lists. Values out of range are refused, not corrected. */
import { Optional, type Static, String as StringType, type TObject } from 'typebox';
import { check, rule } from '#domain/fields';
import { largestPageSize, type PageQuery, usualPageSize } from '#domain/lists';
import { refusals } from '../../refusal';

/** Keeps the number of skipped rows within SQLite's integers. */
const lastPage = 1_000_000_000;

/** Schema fields of every paged list. */
export const pageFields = {
  page: Optional(whole(lastPage, 'Die Seite muss eine Zahl ab 1 sein')),
  pageSize: Optional(
    whole(largestPageSize, `Die Seitengröße muss eine Zahl von 1 bis ${largestPageSize} sein`),
  ),
};

/**
 * The query parameters of a request.
 *
 * @throws the refusal 422 when they break the schema
 */
export function readQuery<T extends TObject>(request: Request, schema: T): Static<T> {
  const checked = check(schema, Object.fromEntries(new URL(request.url).searchParams));
  if (!checked.ok) throw refusals.invalid(checked.errors);
  return checked.value;
}

/** The requested page as numbers; by default the first. */
export function pageOf({ page, pageSize }: { page?: string; pageSize?: string }): PageQuery {
  return { page: Number(page ?? 1), pageSize: Number(pageSize ?? usualPageSize) };
}

function whole(largest: number, message: string) {
  const isWhole = (value: string) =>
    /^\d{1,10}$/.test(value) && Number(value) >= 1 && Number(value) <= largest;
  return rule(StringType({ errorMessage: message }), isWhole, message);
}
