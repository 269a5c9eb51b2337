import { useQuery } from '@tanstack/react-query';
import UserPlus from 'lucide-react/icons/user-plus';
import { useState } from 'react';
import type { User } from '#domain/backoffice/user';
import { Button } from '../../ui/button';
import { Forbidden, isForbidden } from '../Forbidden';
import { failureOf, sentenceOf } from '../failure';
import { Page } from '../Page';
import { usersQuery } from '../queries';
import { DataTable } from '../table/DataTable';
import { ListEmpty, ListError, ListLoading } from '../table/ListState';
import { RefreshButton } from '../table/Toolbar';
import { useDataTable } from '../table/useDataTable';
import { userColumns } from './columns';
import { NewUserDialog } from './NewUserDialog';

/** Accounts of staff (spec 2, "Users"). Who may see them, the API decides. */
export function UsersPage() {
  const { data, error, isFetching, refetch } = useQuery(usersQuery);
  const [adding, setAdding] = useState(false);
  const retry = () => void refetch();
  const forbidden = isForbidden(error);
  return (
    <Page
      title="Benutzerverwaltung"
      actions={
        forbidden ? null : (
          <>
            <RefreshButton busy={isFetching && data !== undefined} onRefresh={retry} />
            <Button size="small" onClick={() => setAdding(true)}>
              <UserPlus aria-hidden="true" className="size-4" />
              Benutzer hinzufügen
            </Button>
          </>
        )
      }
    >
      {error && !forbidden ? (
        <ListError message={`Fehler beim Laden der Benutzer: ${failureOf(error)}`} onRetry={retry} />
      ) : null}
      {forbidden ? (
        <Forbidden reason={sentenceOf(error, error.message)}>
          Benutzerkonten verwalten nur Administratoren.
        </Forbidden>
      ) : null}
      {data && !forbidden ? <UserList users={data} /> : null}
      {data || error ? null : <ListLoading />}
      <NewUserDialog open={adding} onClose={() => setAdding(false)} />
    </Page>
  );
}

function UserList({ users }: { users: User[] }) {
  const table = useDataTable({
    rows: users,
    columns: userColumns,
    rowId,
    sorting: newestFirst,
    sorted: true,
  });
  return (
    <section aria-labelledby="alle-benutzer">
      <h2 id="alle-benutzer" className="mb-3 text-xl text-green-900">{`Alle Benutzer (${users.length})`}</h2>
      {users.length === 0 ? (
        <ListEmpty title="Keine Benutzer gefunden" />
      ) : (
        <DataTable
          label="Benutzer"
          table={table}
          columns={userColumns}
          sorting={newestFirst}
          onSort={() => undefined}
        />
      )}
    </section>
  );
}

const rowId = ({ id }: User) => id;
/** The order in which the API answers. */
const newestFirst = { field: 'createdAt', direction: 'desc' } as const;
