import type { EmailLogQuery } from '#db/mails/log';
import { sortDirections } from '#domain/lists';
import { emailTypes } from '#domain/mails/kinds';
import { emailLogSortFields } from '#domain/mails/log';
import { oneOf, pageOf, pageQuery, readQuery } from '../paging';

const everyType = 'all';

export const emailLogQuery = pageQuery({
  sortField: oneOf(emailLogSortFields, 'Nach diesem Feld kann nicht sortiert werden'),
  sortDirection: oneOf(sortDirections, 'Die Richtung muss asc oder desc sein'),
  type: oneOf([everyType, ...emailTypes], 'Diesen E-Mail-Typ gibt es nicht'),
});

export function emailLogQueryOf(request: Request): EmailLogQuery {
  const {
    sortField = 'sentAt',
    sortDirection = 'desc',
    type = everyType,
    ...page
  } = pageOf(readQuery(request, emailLogQuery));
  return { ...page, sortField, sortDirection, type: type === everyType ? null : type };
}
