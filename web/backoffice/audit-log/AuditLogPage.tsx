import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import ScrollText from 'lucide-react/icons/scroll-text';
import { useMemo } from 'react';
import { type AuditEntry, type AuditPage, auditLabel } from '#domain/backoffice/audit';
import { usualPageSize } from '#domain/backoffice/lists';
import type { User } from '#domain/backoffice/user';
import { api, href, pages } from '#domain/urls';
import { Badge } from '../../ui/badge';
import { linkClass } from '../../ui/link';
import { ListPage } from '../ListPage';
import { pageQueryOf, queryOf } from '../queries';
import type { Screen } from '../screen';
import { pageNumber, searchOf, useSearchState } from '../search';
import type { Column } from '../table/columns';
import { Empty } from '../table/Empty';
import { Moment } from '../table/Moment';
import { Paged } from '../table/Paged';
import { Table } from '../table/Table';

const title = 'Protokoll';
const search = searchOf({ page: pageNumber });

/** The audit log, page by page. The API decides who may read it. */
function AuditLogPage() {
  const [{ page }, change] = useSearchState(search);
  const query = useQuery({
    ...pageQueryOf<AuditPage>(api.auditLog, { page: page ?? 1, pageSize: usualPageSize }),
    // actions on every screen add entries
    staleTime: 0,
  });
  return (
    <ListPage
      title={title}
      failure={(message) => `Fehler beim Laden des Protokolls: ${message}`}
      query={query}
      note={({ total }) => <Badge>{`${total} Einträge`}</Badge>}
      forbidden="Das Protokoll lesen nur Administratoren."
    >
      {({ entries, totalPages }) => (
        <Paged page={page} totalPages={totalPages} old={query.isPlaceholderData} change={change}>
          <EntryList entries={entries} />
        </Paged>
      )}
    </ListPage>
  );
}

export const screen: Screen = {
  path: pages.backofficeAuditLog,
  title,
  icon: ScrollText,
  role: 'admin',
  card: { title, note: 'Wer was wann getan hat' },
  search,
  component: AuditLogPage,
};

function EntryList({ entries }: { entries: AuditEntry[] }) {
  const { data: users } = useQuery(queryOf<User[]>(api.users));
  const columns = useMemo(
    () => columnsOf(new Map(users?.map(({ id, username }) => [id, username]))),
    [users],
  );
  if (entries.length === 0) return <Empty title="Noch keine Einträge" />;
  return <Table label={title} columns={columns} rows={entries} rowId={({ id }) => String(id)} />;
}

/** `names`: user names by account id, to show the name of an account that an entry is about. */
function columnsOf(names: ReadonlyMap<string, string>): Column<AuditEntry>[] {
  return [
    { header: 'Zeitpunkt', cell: ({ at }) => <Moment iso={at} /> },
    {
      header: 'Benutzer',
      cell: ({ username }) => <span className="font-semibold wrap-anywhere">{username}</span>,
    },
    { header: 'Aktion', cell: ({ action }) => auditLabel(action) },
    {
      header: 'Betrifft',
      cell: ({ action, subjectId }) => <Subject action={action} id={subjectId} name={names.get(subjectId)} />,
    },
  ];
}

function Subject({ action, id, name }: { action: string; id: string; name: string | undefined }) {
  if (name !== undefined) return <span className="wrap-anywhere">{name}</span>;
  const look = 'font-mono text-sm wrap-anywhere';
  // all other entries are about something that was deleted and has no page
  if (!['reminder_requested', 'advice_recorded'].includes(action)) return <span className={look}>{id}</span>;
  return (
    <Link to={href(pages.backofficeApplication, { id })} className={`${look} ${linkClass}`}>
      {id}
    </Link>
  );
}
