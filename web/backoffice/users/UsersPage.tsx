import { useQuery } from '@tanstack/react-query';
import UserPlus from 'lucide-react/icons/user-plus';
import Users from 'lucide-react/icons/users';
import { useState } from 'react';
import type { User } from '#domain/backoffice/user';
import { api, pages } from '#domain/urls';
import { Button } from '../../ui/button';
import { ListPage } from '../ListPage';
import { queryOf } from '../queries';
import type { Screen } from '../screen';
import { Empty } from '../table/Empty';
import { Table } from '../table/Table';
import { userColumns } from './columns';
import { NewUserDialog } from './NewUserDialog';

const title = 'Benutzerverwaltung';

/** Accounts of staff (spec 2, "Users"). Who may see them, the API decides. */
function UsersPage() {
  const query = useQuery(queryOf<User[]>(api.users));
  const [adding, setAdding] = useState(false);
  return (
    <>
      <ListPage
        title={title}
        of="der Benutzer"
        query={query}
        actions={(refresh) => (
          <>
            {refresh}
            <Button size="small" onClick={() => setAdding(true)}>
              <UserPlus aria-hidden="true" className="size-4" />
              Benutzer hinzufügen
            </Button>
          </>
        )}
        forbidden="Benutzerkonten verwalten nur Administratoren."
      >
        {(users) => <UserList users={users} />}
      </ListPage>
      <NewUserDialog open={adding} onClose={() => setAdding(false)} />
    </>
  );
}

export const screen: Screen = {
  path: pages.backofficeUsers,
  title: 'Benutzer',
  icon: Users,
  nav: 'main',
  role: 'admin',
  card: { title, note: 'Konten und Rollen' },
  component: UsersPage,
};

function UserList({ users }: { users: User[] }) {
  return (
    <section aria-labelledby="alle-benutzer">
      <h2 id="alle-benutzer" className="mb-3 text-xl text-green-900">{`Alle Benutzer (${users.length})`}</h2>
      {users.length === 0 ? (
        <Empty title="Keine Benutzer gefunden" />
      ) : (
        <Table label="Benutzer" columns={userColumns} rows={users} rowId={({ id }) => id} />
      )}
    </section>
  );
}
