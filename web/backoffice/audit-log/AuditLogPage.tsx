import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { productActors } from '#domain/accounts/actors';
import { isReserved, type User } from '#domain/accounts/user';
import {
  type AuditChain,
  type AuditEntry,
  type AuditPage,
  auditLabel,
  isAboutApplication,
} from '#domain/audit/actions';
import { countedIn } from '#domain/audit/alerts';
import { isUuid } from '#domain/ids';
import { api, href, pages } from '#domain/urls';
import { linkClass } from '../../ui/button';
import { Alert, Badge } from '../../ui/notices';
import { useLoaded } from '../calls';
import { inPages, listScreen } from '../ListPage';
import { pageNumber, searchOf } from '../screen';
import { Moment, Text } from '../table/cells';
import { Empty } from '../table/frame';
import { type Column, column, Table } from '../table/Table';

const title = 'Protokoll';
export const screen = listScreen({
  path: pages.backofficeAuditLog,
  title,
  role: 'admin',
  what: 'des Protokolls',
  list: api.auditLog,
  search: searchOf({ page: pageNumber }),
  asks: inPages,
  isChanging: true,
  note: ({ total }: AuditPage) => <Badge>{total === 1 ? '1 Eintrag' : `${total} Einträge`}</Badge>,
  forbidden: 'Das Protokoll lesen nur Administratoren.',
  show: (page) => <EntryList {...page} />,
  around: (children, { chain }) => (
    <>
      <ChainLine chain={chain} />
      {children}
    </>
  ),
});

function ChainLine({ chain: { whole, firstBroken } }: { chain: AuditChain }) {
  if (whole) return <p className="mb-5 text-ink-soft">Das Protokoll ist vollständig und unverändert.</p>;
  const found =
    firstBroken === null
      ? 'Das Protokoll lässt sich nicht prüfen'
      : `Das Protokoll wurde verändert: Eintrag ${firstBroken} passt nicht zu den Einträgen davor`;
  return (
    <div className="mb-5">
      <Alert tone="danger" role="alert">
        {`${found}. Bitte geben Sie der Person Bescheid, die den Server betreibt.`}
      </Alert>
    </div>
  );
}

function EntryList({ entries, chain: { firstBroken } }: AuditPage) {
  const { data: users } = useLoaded<User[]>(api.users);
  const columns = useMemo(
    () => columnsOf(new Map(users?.map(({ id, username }) => [id, username])), firstBroken),
    [users, firstBroken],
  );
  return (
    <Table label={title} columns={columns} rows={entries} empty={<Empty title="Noch keine Einträge" />} />
  );
}

/** `names`: user names by account id, to show the name of an account that an entry is about. */
function columnsOf(names: ReadonlyMap<string, string>, firstBroken: number | null): Column<AuditEntry>[] {
  return [
    {
      header: 'Nr.',
      cell: ({ id }) => (
        <span className="tabular-nums">
          <span>{id}</span>
          {id === firstBroken ? (
            <>
              {' '}
              <Badge tone="negative">Passt nicht</Badge>
            </>
          ) : null}
        </span>
      ),
    },
    column('Zeitpunkt', ({ at }) => <Moment iso={at} />),
    column('Benutzer', (entry) => <span className="font-semibold wrap-anywhere">{actorOf(entry)}</span>),
    column('Aktion', ({ action }) => auditLabel(action)),
    {
      header: 'Betrifft',
      cell: ({ action, subjectId }) => <Subject action={action} id={subjectId} name={names.get(subjectId)} />,
    },
  ];
}

/** An account of 0.2.0 may have a name that the product uses itself. */
function actorOf({ userId, username }: AuditEntry): string {
  if (isUuid(userId)) return isReserved(username) ? `${username} (Konto)` : username;
  return username || productActors.nobody;
}

function Subject({ action, id, name }: { action: string; id: string; name: string | undefined }) {
  if (name !== undefined) return <Text>{name}</Text>;
  if (id === '') return '-';
  const look = 'font-mono text-sm wrap-anywhere';
  const counted = countedIn(action, id);
  if (counted) return counted;
  if (!isAboutApplication(action)) return <span className={look}>{id}</span>;
  return (
    <Link to={href(pages.backofficeApplication, { id })} className={`${look} ${linkClass}`}>
      {id}
    </Link>
  );
}
