import { Link } from '@tanstack/react-router';
import { type AuditEntry, auditLabel } from '#domain/backoffice/audit';
import { linkClass } from '../table/Linked';
import { Moment } from '../table/Moment';
import type { Column } from '../table/useDataTable';

/** Columns of the log. `names`: of accounts by their id, so that a row about a colleague says who that is. */
export function auditColumns(names: ReadonlyMap<string, string>): Column<AuditEntry>[] {
  return [
    { id: 'at', header: 'Zeitpunkt', cell: ({ at }) => <Moment iso={at} /> },
    {
      id: 'username',
      header: 'Benutzer',
      cell: ({ username }) => <span className="font-semibold wrap-anywhere">{username}</span>,
    },
    { id: 'action', header: 'Aktion', cell: ({ action }) => auditLabel(action) },
    { id: 'subjectId', header: 'Betrifft', cell: (entry) => <Subject entry={entry} names={names} /> },
  ];
}

function Subject({ entry, names }: { entry: AuditEntry; names: ReadonlyMap<string, string> }) {
  const { action, subjectId } = entry;
  const name = names.get(subjectId);
  if (name !== undefined) return <span className="wrap-anywhere">{name}</span>;
  // what was deleted has no page any more
  if (action !== 'reminder_requested') return <span className={idClass}>{subjectId}</span>;
  return (
    <Link to="/backoffice/applications/$id" params={{ id: subjectId }} className={`${idClass} ${linkClass}`}>
      {subjectId}
    </Link>
  );
}

const idClass = 'font-mono text-sm wrap-anywhere';
