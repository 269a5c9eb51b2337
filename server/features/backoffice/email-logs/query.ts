/** What the mail log may be asked for: anything out of range is refused, not guessed (contract 2). */
import { Object as ObjectType, Optional, type Static } from 'typebox';
import type { EmailLogQuery } from '#db/mails/log';
import {
  emailLogPageSize,
  emailLogSortFields,
  largestEmailLogPage,
  sortDirections,
} from '#domain/backoffice/mail-log';
import { type Checked, check, choice } from '#domain/fields';
import { type EmailType, emailTypes } from '#domain/mails';
import { pageOf, pageSizeOf } from '../paging';

const everyType = 'all';

const schema = ObjectType({
  page: pageOf(),
  pageSize: pageSizeOf(largestEmailLogPage),
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
