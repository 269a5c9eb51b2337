import { Link } from '@tanstack/react-router';
import type { Case } from '#domain/cases/staff';
import { berlinDay, formatDay } from '#domain/dates';
import { href, pages } from '#domain/urls';
import { linkClass } from '../../../ui/button';
import { Moment } from '../../table/cells';
import type { Column } from '../../table/Table';
import { BlockBadges, CaseStatusBadge, ConfirmationFlag, SuggestionFlag, UrgencyFlags } from '../flags';

const stack = 'flex flex-wrap items-center gap-1 max-xl:inline-flex max-xl:align-top';

/** The server sorts: what is due first. */
export const caseColumns: Column<Case>[] = [
  {
    header: 'Wiedervorlage',
    cell: (found) => (
      <span className={stack}>
        <span className={`mr-1 tabular-nums ${found.overdue ? 'font-semibold text-danger' : ''}`}>
          {found.followUpOn ? formatDay(found.followUpOn) : '-'}
        </span>
        <UrgencyFlags found={found} today={berlinDay(new Date())} />
      </span>
    ),
    className: 'xl:w-32',
  },
  {
    header: 'Person und Pferd',
    cell: (found) => <Person found={found} />,
    // the name needs no heading on a card
    className: 'xl:max-w-0 xl:w-full xl:min-w-60 max-xl:min-w-0 max-xl:before:hidden!',
  },
  {
    header: 'Stand',
    cell: (found) => (
      <span className={`${stack} xl:max-w-64`}>
        <CaseStatusBadge status={found.status} />
        <BlockBadges {...found} />
        <ConfirmationFlag {...found} />
        <SuggestionFlag {...found} />
      </span>
    ),
  },
  {
    header: 'Beginn',
    cell: ({ startsOn }) => <span className="tabular-nums">{formatDay(startsOn)}</span>,
  },
  {
    header: 'Bearbeiter',
    cell: ({ assignee }) =>
      assignee ? (
        <span className="wrap-anywhere">{assignee.username}</span>
      ) : (
        <span className="text-ink-soft">Niemand</span>
      ),
    className: 'xl:min-w-28 xl:max-w-40',
  },
  {
    header: 'Eingereicht',
    cell: ({ completedAt }) => <Moment iso={completedAt} />,
    className: 'tabular-nums xl:w-28',
  },
];

function Person({
  found: { applicationId: id, contactName, horseName, phone, policyNumber },
}: {
  found: Case;
}) {
  return (
    <span className="block min-w-0 max-xl:inline-block max-xl:max-w-full max-xl:align-top">
      <Link
        to={href(pages.backofficeApplication, { id })}
        id={`vorgang-${id}`}
        className={`block truncate font-semibold ${linkClass}`}
      >
        {contactName}
      </Link>
      <span className="block truncate text-sm text-ink-soft">
        {[horseName, phone, policyNumber].filter(Boolean).join(' · ')}
      </span>
    </span>
  );
}
