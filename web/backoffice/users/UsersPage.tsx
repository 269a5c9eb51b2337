import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import UserPlus from 'lucide-react/icons/user-plus';
import Users from 'lucide-react/icons/users';
import { useState } from 'react';
import { roleLabels, type User } from '#domain/accounts/user';
import type { MessageResponse } from '#domain/responses';
import { api, href, pages } from '#domain/urls';
import { request } from '../../api';
import { Button } from '../../ui/button';
import { Badge } from '../../ui/notices';
import { useCurrentUser } from '../current-user';
import { listScreen, NoRows } from '../ListPage';
import { searchOf } from '../screen';
import { endSession } from '../session';
import { EmailText, Moment, Name } from '../table/cells';
import { type Column, Table } from '../table/Table';
import { NewUserDialog } from './NewUserDialog';
import { ProvenButton } from './ProofDialog';

const title = 'Benutzerverwaltung';

const columns: Column<User>[] = [
  {
    header: 'Benutzername',
    cell: ({ id, username }) => <Name id={`konto-${id}`}>{username}</Name>,
  },
  {
    header: 'E-Mail',
    cell: ({ email }) => <EmailText email={email} />,
    className: 'xl:min-w-44',
  },
  {
    header: 'Rolle',
    cell: ({ role }) => <Badge tone={role === 'admin' ? 'positive' : 'neutral'}>{roleLabels[role]}</Badge>,
  },
  {
    header: 'Zwei-Faktor',
    cell: ({ secondFactor }) => (secondFactor ? <Badge tone="positive">Aktiv</Badge> : <span>-</span>),
  },
  { header: 'Erstellt', cell: ({ createdAt }) => <Moment iso={createdAt} /> },
  {
    id: 'actions',
    header: 'Aktionen',
    cell: ({ id, username, secondFactor }) => (
      <span className="flex flex-wrap gap-2 xl:w-64 2xl:w-105">
        <EndSessionsButton id={id} username={username} />
        <DeleteButton id={id} username={username} />
        {secondFactor ? <EndSecondFactorButton id={id} username={username} /> : null}
      </span>
    ),
    className: 'xl:w-px',
  },
];

export const screen = listScreen({
  path: pages.backofficeUsers,
  title: 'Benutzer',
  heading: title,
  icon: Users,
  nav: 'main',
  role: 'admin',
  card: { title, note: 'Konten und Rollen' },
  what: 'der Benutzer',
  list: api.users,
  search: searchOf({}),
  actions: (refresh) => (
    <>
      {refresh}
      <NewUser />
    </>
  ),
  forbidden: 'Benutzerkonten verwalten nur Administratoren.',
  show: (users: User[], list) => (
    <section aria-labelledby="alle-benutzer">
      <h2 id="alle-benutzer" className="mb-3 text-xl text-green-900">{`Alle Benutzer (${users.length})`}</h2>
      <Table
        label="Benutzer"
        columns={columns}
        rows={users}
        empty={<NoRows {...list} title="Keine Benutzer gefunden" />}
      />
    </section>
  ),
});

function NewUser() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button size="small" onClick={() => setOpen(true)}>
        <UserPlus aria-hidden="true" className="size-4" />
        Benutzer hinzufügen
      </Button>
      <NewUserDialog open={open} onClose={() => setOpen(false)} />
    </>
  );
}

type Account = Pick<User, 'id' | 'username'>;

/** Ends all sessions of an account. If it is the user's own, this window signs out too. */
function EndSessionsButton({ id, username }: Account) {
  const me = useCurrentUser();
  const [router, client] = [useRouter(), useQueryClient()];
  return (
    <ProvenButton
      label="Sitzungen beenden"
      title={`Sitzungen von ${username} beenden`}
      busyLabel="Wird beendet..."
      question="Sind Sie sicher, dass Sie alle Sitzungen dieses Benutzers beenden möchten? Danach ist überall eine neue Anmeldung nötig."
      describedBy={`konto-${id}`}
      className="xl:whitespace-nowrap"
      call={(proof) => request<MessageResponse>('POST', href(api.endSessions, { id }), proof)}
      success="Alle Sitzungen wurden beendet"
      failure="Die Sitzungen konnten nicht beendet werden"
      after={async (error) => {
        if (!error && me.id === id) await endSession(router, client);
      }}
    />
  );
}

/** For somebody who has lost it. One's own is ended on its page, which asks for the password and a code. */
function EndSecondFactorButton({ id, username }: Account) {
  if (useCurrentUser().id === id) return null;
  return (
    <ProvenButton
      label="Zwei-Faktor beenden"
      title={`Zwei-Faktor-Anmeldung von ${username} beenden`}
      busyLabel="Wird beendet..."
      question={`Möchten Sie die Zwei-Faktor-Anmeldung von ${username} beenden? Prüfen Sie vorher, ob die Bitte wirklich von dieser Person kommt. Danach genügt das Passwort, und alle Sitzungen enden.`}
      describedBy={`konto-${id}`}
      className="xl:whitespace-nowrap"
      call={(proof) => request<MessageResponse>('DELETE', href(api.lostSecondFactor, { id }), proof)}
      success="Die Zwei-Faktor-Anmeldung wurde beendet"
      failure="Die Zwei-Faktor-Anmeldung konnte nicht beendet werden"
    />
  );
}

function DeleteButton({ id, username }: Account) {
  return (
    <ProvenButton
      label="Löschen"
      title={`Konto ${username} löschen`}
      busyLabel="Wird gelöscht..."
      question="Sind Sie sicher, dass Sie diesen Benutzer löschen möchten?"
      describedBy={`konto-${id}`}
      look="danger"
      call={(proof) => request<MessageResponse>('DELETE', href(api.user, { id }), proof)}
      success="Benutzer wurde erfolgreich gelöscht"
      failure="Failed to delete user"
    />
  );
}
