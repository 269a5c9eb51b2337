/** What the mail log may be asked for: anything out of range is refused, not guessed (contract 2). */
import { Object as ObjectType, Optional, type Static, String as StringType } from 'typebox';
import type { EmailLogQuery } from '../../../../db/email-logs';
import {
  emailLogPageSize,
  emailLogSortFields,
  largestEmailLogPage,
  sortDirections,
} from '../../../../domain/backoffice';
import { type EmailType, emailTypes } from '../../../../domain/email';
import { type Checked, check, choice, rule } from '../../../../domain/fields';

const everyType = 'all';
/** Keeps the number of skipped rows inside what SQLite counts with. */
const lastPage = 1_000_000_000;

const schema = ObjectType({
  page: Optional(whole(lastPage, 'Die Seite muss eine Zahl ab 1 sein')),
  pageSize: Optional(
    whole(largestEmailLogPage, `Die Seitengröße muss eine Zahl von 1 bis ${largestEmailLogPage} sein`),
  ),
  sortField: Optional(choice(emailLogSortFields, 'Nach diesem Feld kann nicht sortiert werden')),
  sortDirection: Optional(choice(sortDirections, 'Die Richtung muss asc oder desc sein')),
  type: Optional(choice([everyType, ...emailTypes], 'Diesen E-Mail-Typ gibt es nicht')),
});

/** The parameters of an address, with the defaults of spec 9 for what it does not name. */
export function emailLogQueryOf(params: URLSearchParams): Checked<EmailLogQuery> {
  const checked = check(schema, Object.fromEntries(params));
  return checked.ok ? { ok: true, value: queryOf(checked.value) } : checked;
}

function queryOf(given: Static<typeof schema>): EmailLogQuery {
  const { page, pageSize, sortField = 'sentAt', sortDirection = 'desc', type = everyType } = given;
  return {
    page: Number(page ?? 1),
    pageSize: Number(pageSize ?? emailLogPageSize),
    sortField,
    sortDirection,
    type: type === everyType ? null : (type as EmailType),
  };
}

function whole(largest: number, message: string) {
  const isWhole = (value: string) =>
    /^\d{1,10}$/.test(value) && Number(value) >= 1 && Number(value) <= largest;
  return rule(StringType({ errorMessage: message }), isWhole, message);
}
