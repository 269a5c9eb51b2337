import {
  Object as ObjectType,
  Optional,
  type Static,
  String as StringType,
  type TObject,
  type TProperties,
} from 'typebox';
import type { Actor } from '#domain/accounts/actors';
import { check, choice, rule } from '#domain/fields';
import { type Counted, largestPageSize, type PageQuery, paged, usualPageSize } from '#domain/lists';
import type { Context } from '../../context';
import { valid } from '../../refusal';

/** Keeps the number of skipped rows within SQLite's integers. */
const lastPage = 1_000_000_000;

const pageFields = {
  page: Optional(whole(lastPage, 'Die Seite muss eine Zahl ab 1 sein')),
  pageSize: Optional(
    whole(largestPageSize, `Die Seitengröße muss eine Zahl von 1 bis ${largestPageSize} sein`),
  ),
};

export function oneOf<Values extends string[]>(values: readonly [...Values], message: string) {
  return Optional(choice(values, message));
}

/** Values out of range are refused, not corrected. */
export function pageQuery<Fields extends TProperties>(fields: Fields) {
  return ObjectType({ ...pageFields, ...fields });
}

/** @throws Refusal 422 */
export function readQuery<T extends TObject>(request: Request, schema: T): Static<T> {
  return valid(check(schema, Object.fromEntries(new URL(request.url).searchParams)));
}

/** Tells the API docs what a route reads with `readQuery`. */
export function queryDocs({ properties }: TObject) {
  const parameters = Object.entries(properties).map(([name, schema]) => ({ name, in: 'query', schema }));
  return { parameters };
}

export function pageOf<Given extends { page?: string; pageSize?: string }>(given: Given) {
  const { page, pageSize, ...others } = given;
  return { ...others, page: Number(page ?? 1), pageSize: Number(pageSize ?? usualPageSize) };
}

type Asked<Q extends TObject> = PageQuery & Omit<Static<Q>, keyof PageQuery>;

type Paged<Q extends TObject, Found extends { total: number }, Page> = {
  /** Of one page. `viewer` asks for it. */
  read: (asked: Asked<Q>, viewer: Actor) => Promise<Found>;
  /** An id for each person that the page shows (decision 027); null: it shows none. */
  persons: ((found: Found) => readonly string[]) | null;
  page: (found: Found, counted: Counted) => Page;
};

/**
 * The handler of a list that the database divides into pages. `query`: made by `pageQuery`.
 *
 *     const list = pages(context, query, {
 *       read: ({ state = null, ...page }) => readBills(context.db, { ...page, state }),
 *       persons: ({ rows }) => rows.map(({ id }) => id),
 *       page: ({ rows, open }, counted): BillPage => ({ bills: rows.map(viewOf), ...counted, open }),
 *     });
 */
export function pages<Q extends TObject, Found extends { total: number }, Page>(
  { noteList }: Pick<Context, 'noteList'>,
  query: Q,
  { read, persons, page }: Paged<Q, Found, Page>,
) {
  return async ({ request, staff }: { request: Request; staff: Actor }): Promise<Page> => {
    // the parameters are those of `query`, which the compiler cannot follow
    const asked = pageOf(readQuery(request, query)) as unknown as Asked<Q>;
    const found = await read(asked, staff);
    if (persons) noteList(staff, persons(found));
    return page(found, paged(found.total, asked));
  };
}

function whole(largest: number, message: string) {
  const isWhole = (value: string) =>
    /^\d{1,10}$/.test(value) && Number(value) >= 1 && Number(value) <= largest;
  return rule(StringType({ errorMessage: message }), isWhole, message);
}
