import { useQueryClient } from '@tanstack/react-query';
import type { Said } from '#domain/backoffice/answers';
import { roleLabels, type User } from '#domain/backoffice/user';
import { api, href } from '#domain/urls';
import { request } from '../../api';
import { Badge } from '../../ui/badge';
import { ActionButton } from '../ActionButton';
import { currentUserQuery, useLogout } from '../session';
import type { Column } from '../table/columns';
import { EmailText } from '../table/EmailText';
import { Moment } from '../table/Moment';

export const userColumns: Column<User>[] = [
  {
    header: 'Benutzername',
    cell: ({ id, username }) => (
      <span id={`konto-${id}`} className="font-semibold wrap-anywhere">
        {username}
      </span>
    ),
  },
  { header: 'E-Mail', cell: ({ email }) => (email ? <EmailText email={email} /> : '-') },
  {
    header: 'Rolle',
    cell: ({ role }) => <Badge tone={role === 'admin' ? 'positive' : 'neutral'}>{roleLabels[role]}</Badge>,
  },
  { header: 'Erstellt', cell: ({ createdAt }) => <Moment iso={createdAt} /> },
  {
    id: 'actions',
    header: 'Aktionen',
    cell: ({ id }) => (
      <span className="flex flex-wrap gap-2 xl:flex-nowrap">
        <EndSessionsButton id={id} />
        <DeleteButton id={id} />
      </span>
    ),
    className: 'xl:w-px',
  },
];

/** Signs an account out everywhere; one's own, here too. */
function EndSessionsButton({ id }: { id: string }) {
  const client = useQueryClient();
  const logout = useLogout();
  return (
    <ActionButton
      label="Sitzungen beenden"
      busyLabel="Wird beendet..."
      question="Sind Sie sicher, dass Sie alle Sitzungen dieses Benutzers beenden möchten? Danach ist überall eine neue Anmeldung nötig."
      describedBy={`konto-${id}`}
      className="whitespace-nowrap"
      call={() => request<Said>('POST', href(api.endSessions, { id }))}
      success="Alle Sitzungen wurden beendet"
      failure="Die Sitzungen konnten nicht beendet werden"
      after={async (error) => {
        const me = client.getQueryData(currentUserQuery.queryKey);
        if (!error && me?.id === id) await logout();
      }}
    />
  );
}

function DeleteButton({ id }: { id: string }) {
  return (
    <ActionButton
      label="Löschen"
      busyLabel="Wird gelöscht..."
      question="Sind Sie sicher, dass Sie diesen Benutzer löschen möchten?"
      describedBy={`konto-${id}`}
      look="danger"
      call={() => request<Said>('DELETE', href(api.user, { id }))}
      success="Benutzer wurde erfolgreich gelöscht"
      failure="Failed to delete user"
      refresh={[api.users]}
    />
  );
}
