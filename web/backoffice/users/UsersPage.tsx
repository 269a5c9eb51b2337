import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import UserPlus from 'lucide-react/icons/user-plus';
import Users from 'lucide-react/icons/users';
import { type ComponentProps, useState } from 'react';
import {
  absence,
  type NewUser,
  newUser,
  type OwnerProof,
  roleLabels,
  type User,
  wrongCurrentPassword,
} from '#domain/accounts/user';
import { check } from '#domain/fields';
import { api, href, pages } from '#domain/urls';
import { RequestFailed, request } from '../../api';
import { Button } from '../../ui/button';
import { optionsOf, SelectField, TextField } from '../../ui/fields';
import { Badge } from '../../ui/notices';
import { Away, AwayField, absenceOf, today } from '../account';
import { ActionButton } from '../buttons';
import { sentenceOf } from '../calls';
import { FormDialog, FormDialogButton } from '../form/FormDialog';
import { NewPasswordField } from '../form/NewPasswordField';
import { listScreen, NoRows } from '../ListPage';
import { searchOf } from '../screen';
import { fieldErrors, OwnerDialog } from '../second-factor/forms';
import { currentUserQuery, endSession, useCurrentUser } from '../session';
import { EmailText, Moment, Name } from '../table/cells';
import { acts, type Column, column, Table } from '../table/Table';

const title = 'Benutzerverwaltung';

const columns: Column<User>[] = [
  {
    header: 'Benutzername',
    cell: ({ id, username, awayUntil }) => (
      <span className="inline-flex flex-wrap items-center gap-x-2 gap-y-1">
        <Name id={`konto-${id}`}>{username}</Name>
        <Away awayUntil={awayUntil} />
      </span>
    ),
  },
  column('E-Mail', ({ email }) => <EmailText email={email} />, 'xl:min-w-44'),
  {
    header: 'Rolle',
    cell: ({ role }) => <Badge tone={role === 'admin' ? 'positive' : 'neutral'}>{roleLabels[role]}</Badge>,
  },
  {
    header: 'Zwei-Faktor',
    cell: ({ secondFactor }) => (secondFactor ? <Badge tone="positive">Aktiv</Badge> : <span>-</span>),
  },
  column('Erstellt', ({ createdAt }) => <Moment iso={createdAt} />),
  acts((user) => <Acts {...user} />, 'xl:w-px'),
];

export const screen = listScreen({
  path: pages.backofficeUsers,
  title: 'Benutzer',
  heading: title,
  icon: Users,
  role: 'admin',
  what: 'der Benutzer',
  list: api.users,
  search: searchOf({}),
  actions: (refresh) => (
    <>
      {refresh}
      <AddUser />
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

function Acts({ id, username, secondFactor, awayUntil }: User) {
  const me = useCurrentUser();
  const [router, client] = [useRouter(), useQueryClient()];
  const narrow = { describedBy: `konto-${id}`, className: 'xl:whitespace-nowrap' };
  return (
    <span className="flex flex-wrap gap-2 xl:w-64 2xl:w-105">
      <ProvenButton
        {...narrow}
        label="Sitzungen beenden"
        title={`Sitzungen von ${username} beenden`}
        busyLabel="Wird beendet..."
        question="Sind Sie sicher, dass Sie alle Sitzungen dieses Benutzers beenden möchten? Danach ist überall eine neue Anmeldung nötig."
        call={(proof) => request('POST', href(api.endSessions, { id }), proof)}
        success="Alle Sitzungen wurden beendet"
        failure="Die Sitzungen konnten nicht beendet werden"
        after={async (error) => {
          if (!error && me.id === id) await endSession(router, client);
        }}
      />
      <FormDialogButton
        describedBy={narrow.describedBy}
        label="Abwesenheit"
        title={`Abwesenheit von ${username}`}
        initial={absenceOf({ awayUntil })}
        check={(typed) => check(absence(today()), { awayUntil: typed.awayUntil || null })}
        call={(change) => request<User>('PATCH', href(api.user, { id }), change)}
        success="Die Abwesenheit ist gespeichert."
        failure="Die Abwesenheit ist nicht gespeichert."
        // it may be one's own
        after={() => client.invalidateQueries(currentUserQuery)}
        fields={({ control }) => <AwayField {...control('awayUntil')} />}
      />
      <ProvenButton
        describedBy={narrow.describedBy}
        look="danger"
        label="Löschen"
        title={`Konto ${username} löschen`}
        busyLabel="Wird gelöscht..."
        question="Sind Sie sicher, dass Sie diesen Benutzer löschen möchten?"
        call={(proof) => request('DELETE', href(api.user, { id }), proof)}
        success="Benutzer wurde erfolgreich gelöscht"
        failure="Failed to delete user"
      />
      {/* for somebody who has lost it; one's own is ended on its page, with the password and a code */}
      {secondFactor && me.id !== id ? (
        <ProvenButton
          {...narrow}
          label="Zwei-Faktor beenden"
          title={`Zwei-Faktor-Anmeldung von ${username} beenden`}
          busyLabel="Wird beendet..."
          question={`Möchten Sie die Zwei-Faktor-Anmeldung von ${username} beenden? Prüfen Sie vorher, ob die Bitte wirklich von dieser Person kommt. Danach genügt das Passwort, und alle Sitzungen enden.`}
          call={(proof) => request('DELETE', href(api.lostSecondFactor, { id }), proof)}
          success="Die Zwei-Faktor-Anmeldung wurde beendet"
          failure="Die Zwei-Faktor-Anmeldung konnte nicht beendet werden"
        />
      ) : null}
    </span>
  );
}

// the most frequent role first; it is also the default
const roleOptions = optionsOf(roleLabels).toReversed();
const blank: NewUser = { username: '', password: '', email: '', role: 'sachbearbeiter' };

/** If the server wants a proof of who creates an account, it comes after the form, which keeps its entries until then. */
function AddUser() {
  const { passwordMin } = useCurrentUser();
  const [user, setUser] = useState(blank);
  const [shown, setShown] = useState<'form' | 'proof' | null>(null);
  const end = () => {
    setUser(blank);
    setShown(null);
  };
  return (
    <>
      <Button size="small" onClick={() => setShown('form')}>
        <UserPlus aria-hidden="true" className="size-4" />
        Benutzer hinzufügen
      </Button>
      <FormDialog
        open={shown === 'form'}
        onClose={end}
        title="Neuen Benutzer erstellen"
        initial={user}
        check={(typed) => check(newUser(passwordMin), typed)}
        call={create}
        success={texts.success}
        failure={unlessUnproven(texts.failure)}
        after={(error, typed) => {
          if (!isUnproven(error)) return;
          setUser({ ...blank, ...typed });
          setShown('proof');
        }}
        submit={{ label: 'Erstellen', busyLabel: 'Wird erstellt...' }}
        fields={({ typed, control }) => (
          <>
            <TextField
              label="Benutzername"
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              aria-required
              {...control('username')}
            />
            <NewPasswordField
              label="Passwort"
              username={typed.username}
              aria-required
              minimum={`Mindestens ${passwordMin} Zeichen.`}
              {...control('password')}
            />
            <TextField label="E-Mail (optional)" type="email" autoComplete="off" {...control('email')} />
            <SelectField label="Rolle" options={roleOptions} {...control('role')} />
          </>
        )}
      />
      <ProofDialog
        {...texts}
        open={shown === 'proof'}
        onClose={() => setShown((before) => before && 'form')}
        title={`Konto ${user.username} erstellen`}
        call={async (proof) => {
          await create({ ...user, ...proof });
          end();
        }}
      />
    </>
  );
}

const create = (user: NewUser & OwnerProof) => request<User>('POST', api.users, user);
const texts = { success: 'Benutzer wurde erfolgreich erstellt', failure: 'Failed to create user' };

/** The server wants to know first that the owner of the session acts. */
const isUnproven = (error: Error | null) =>
  error instanceof RequestFailed && sentenceOf(error, '') === wrongCurrentPassword;

const unlessUnproven = (failure: string) => (error: Error) => (isUnproven(error) ? null : failure);

type Act = {
  call: (proof: OwnerProof) => Promise<unknown>;
  success: string;
  failure: string;
  title: string;
};

/** Asks for the own password and a code. It closes when the act is done, and when it fails for another reason. */
function ProofDialog(props: Act & { open: boolean; onClose: () => void }) {
  return (
    <OwnerDialog
      {...props}
      note="Bitte bestätigen Sie, dass Sie es sind. Alle Administratoren bekommen eine Nachricht darüber."
      passwordLabel="Ihr Passwort"
      after={(error) => {
        if (error && fieldErrors(error).length === 0) props.onClose();
      }}
      submit={{ label: 'Bestätigen', busyLabel: 'Wird bestätigt...' }}
    />
  );
}

type ButtonProps = Act & Omit<ComponentProps<typeof ActionButton<unknown>>, keyof Act>;

/** A button for an act on another account: it asks for the proof if the server does. */
function ProvenButton({ title, after, ...act }: ButtonProps) {
  const [asking, setAsking] = useState(false);
  const { call, success, failure } = act;
  return (
    <>
      <ActionButton
        {...act}
        call={() => call({})}
        failure={unlessUnproven(failure)}
        after={(error, ...how) => (isUnproven(error) ? setAsking(true) : after?.(error, ...how))}
      />
      <ProofDialog {...{ call, success, failure, title }} open={asking} onClose={() => setAsking(false)} />
    </>
  );
}
