import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useEffect, useMemo } from 'react';
import { type AuditEntry, type AuditPage, auditPageSize } from '#domain/backoffice/audit';
import { Badge } from '../../ui/badge';
import { Forbidden, isForbidden } from '../Forbidden';
import { failureOf, sentenceOf } from '../failure';
import { Page } from '../Page';
import { auditLogQuery, usersQuery } from '../queries';
import { screens } from '../screens';
import { DataTable } from '../table/DataTable';
import { ListEmpty, ListError, ListLoading } from '../table/ListState';
import { Pager } from '../table/Pager';
import { RefreshButton } from '../table/Toolbar';
import { useDataTable } from '../table/useDataTable';
import { auditColumns } from './columns';

const route = getRouteApi('/backoffice/audit-log');

/** Who did what, and when, by the page. Who may read it, the API decides. */
export function AuditLogPage() {
  const { page = 1 } = route.useSearch();
  const show = useShow();
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery(
    auditLogQuery({ page, pageSize: auditPageSize }),
  );
  useWayBack(isPlaceholderData ? undefined : data, page, show);
  const retry = () => void refetch();
  const forbidden = isForbidden(error);
  return (
    <Page
      title={screens.auditLog.title}
      note={data ? <Badge>{`${data.total} Einträge`}</Badge> : undefined}
      actions={forbidden ? null : <RefreshButton busy={isFetching && data !== undefined} onRefresh={retry} />}
    >
      {forbidden ? (
        <Forbidden reason={sentenceOf(error, error.message)}>
          Das Protokoll lesen nur Administratoren.
        </Forbidden>
      ) : null}
      {error && !forbidden ? (
        <ListError message={`Fehler beim Laden des Protokolls: ${failureOf(error)}`} onRetry={retry} />
      ) : null}
      {data && !forbidden ? (
        <div aria-busy={isPlaceholderData} className={isPlaceholderData ? 'opacity-60' : undefined}>
          <EntryList entries={data.entries} />
          <Pager page={page} totalPages={data.totalPages} onPage={show} />
        </div>
      ) : null}
      {data || error ? null : <ListLoading />}
    </Page>
  );
}

function EntryList({ entries }: { entries: AuditEntry[] }) {
  const names = useNames();
  const columns = useMemo(() => auditColumns(names), [names]);
  const table = useDataTable({ rows: entries, columns, rowId, sorting: newestFirst, sorted: true });
  if (entries.length === 0) return <ListEmpty title="Noch keine Einträge" />;
  return (
    <DataTable
      label={screens.auditLog.title}
      table={table}
      columns={columns}
      sorting={newestFirst}
      onSort={() => undefined}
    />
  );
}

const rowId = ({ id }: AuditEntry) => String(id);
/** The order in which the API answers. */
const newestFirst = { field: 'at', direction: 'desc' } as const;

/** Names of the accounts that are still there, by id; empty while they are not known. */
function useNames(): ReadonlyMap<string, string> {
  const { data } = useQuery(usersQuery);
  return useMemo(() => new Map(data?.map(({ id, username }) => [id, username])), [data]);
}

function useShow() {
  const navigate = route.useNavigate();
  return (page: number, replace = false) =>
    void navigate({ search: page > 1 ? { page } : {}, replace, resetScroll: true });
}

/** A page behind the last one, of an old address, gives way to the last one. */
function useWayBack(
  loaded: AuditPage | undefined,
  page: number,
  show: (page: number, replace: boolean) => void,
) {
  const last = Math.max(1, loaded?.totalPages ?? page);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `show` is another one each time
  useEffect(() => {
    if (page > last) show(last, true);
  }, [page, last]);
}
