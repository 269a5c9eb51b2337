import type { Session } from '#domain/accounts/second-factor';
import { api, href } from '#domain/urls';
import { request } from '../../api';
import { Badge } from '../../ui/notices';
import { ActionButton } from '../buttons';
import { changing, loadFailure, useLoaded } from '../calls';
import { ListLoading } from '../ListPage';
import { LoadFailed } from '../Page';
import { Moment } from '../table/cells';
import { type Column, Table } from '../table/Table';

export function SessionList() {
  // every use of another browser changes it
  const query = useLoaded<Session[]>(api.sessions, changing);
  return (
    <section aria-labelledby="sitzungen">
      <h2 id="sitzungen" className="mb-2 text-2xl text-green-900">
        Ihre Sitzungen
      </h2>
      <p className="mb-4 text-ink-soft">
        Hier sind Sie angemeldet. Wenn Sie eine Sitzung nicht kennen, beenden Sie sie und ändern Sie Ihr
        Passwort.
      </p>
      {query.data ? (
        <Table
          label="Sitzungen"
          columns={columns}
          rows={query.data.toSorted(currentFirst)}
          rowId={({ id }) => id}
        />
      ) : query.isError ? (
        <LoadFailed framed onRetry={() => void query.refetch()}>
          {loadFailure('der Sitzungen', query.error)}
        </LoadFailed>
      ) : (
        <ListLoading />
      )}
    </section>
  );
}

function currentFirst(one: Session, other: Session): number {
  return Number(other.current) - Number(one.current);
}

const columns: Column<Session>[] = [
  {
    header: 'Browser',
    cell: ({ id, browser }) => (
      <span id={`sitzung-${id}`} className="font-semibold">
        {browser}
      </span>
    ),
  },
  { header: 'Angemeldet', cell: ({ createdAt }) => <Moment iso={createdAt} /> },
  { header: 'Zuletzt benutzt', cell: ({ lastUsedAt }) => <Moment iso={lastUsedAt} /> },
  {
    id: 'actions',
    header: 'Aktionen',
    cell: ({ id, current }) =>
      current ? <Badge tone="positive">Diese Sitzung</Badge> : <EndButton id={id} />,
  },
];

function EndButton({ id }: { id: string }) {
  return (
    <ActionButton
      label="Beenden"
      busyLabel="Wird beendet..."
      describedBy={`sitzung-${id}`}
      call={() => request('DELETE', href(api.session, { id }))}
      success="Die Sitzung wurde beendet"
      failure="Die Sitzung konnte nicht beendet werden"
    />
  );
}
