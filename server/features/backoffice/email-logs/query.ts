import { Optional } from 'typebox';
import type { EmailLogQuery } from '#db/mails/log';
import { choice } from '#domain/fields';
import { sortDirections } from '#domain/lists';
import { emailTypes } from '#domain/mails/kinds';
import { emailLogSortFields } from '#domain/mails/log';
import { pageOf, pageQuery, readQuery } from '../paging';

const everyType = 'all';

const schema = pageQuery({
  sortField: Optional(choice(emailLogSortFields, 'Nach diesem Feld kann nicht sortiert werden')),
  sortDirection: Optional(choice(sortDirections, 'Die Richtung muss asc oder desc sein')),
  type: Optional(choice([everyType, ...emailTypes], 'Diesen E-Mail-Typ gibt es nicht')),
});

export function emailLogQueryOf(request: Request): EmailLogQuery {
  const {
    sortField = 'sentAt',
    sortDirection = 'desc',
    type = everyType,
    ...page
  } = pageOf(readQuery(request, schema));
  return { ...page, sortField, sortDirection, type: type === everyType ? null : type };
}
