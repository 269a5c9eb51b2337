import type { EmailLogQuery } from '#db/mails/log';
import { sortDirections } from '#domain/lists';
import { emailTypes } from '#domain/mails/kinds';
import { emailLogSortFields, mailStatuses } from '#domain/mails/log';
import { oneOf, pageOf, pageQuery, readQuery } from '../paging';

const every = 'all';

export const emailLogQuery = pageQuery({
  sortField: oneOf(emailLogSortFields, 'Nach diesem Feld kann nicht sortiert werden'),
  sortDirection: oneOf(sortDirections, 'Die Richtung muss asc oder desc sein'),
  type: oneOf([every, ...emailTypes], 'Diesen E-Mail-Typ gibt es nicht'),
  status: oneOf([every, ...mailStatuses], 'Diesen Status gibt es nicht'),
});

export function emailLogQueryOf(request: Request): EmailLogQuery {
  const {
    sortField = 'sentAt',
    sortDirection = 'desc',
    type = every,
    status = every,
    ...page
  } = pageOf(readQuery(request, emailLogQuery));
  return {
    ...page,
    sortField,
    sortDirection,
    type: type === every ? null : type,
    status: status === every ? null : status,
  };
}
