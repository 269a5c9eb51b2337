import { useState } from 'react';
import { type NewUser, newUser, type OwnerProof, roleLabels, type User } from '#domain/accounts/user';
import { check } from '#domain/fields';
import { api } from '#domain/urls';
import { request } from '../../api';
import { optionsOf, SelectField, TextField } from '../../ui/fields';
import { useCurrentUser } from '../current-user';
import { FormDialog } from '../form/FormDialog';
import { NewPasswordField } from '../form/NewPasswordField';
import { isUnproven, ProofDialog, unlessUnproven } from './ProofDialog';

// the most frequent role first; it is also the default
const roleOptions = optionsOf(roleLabels).toReversed();
const blank: NewUser = { username: '', password: '', email: '', role: 'sachbearbeiter' };

type Props = { open: boolean; onClose: () => void };

/** Creates an account. If the server wants a proof, it comes after the form, which keeps its entries until then. */
export function NewUserDialog({ open, onClose }: Props) {
  const { passwordMin } = useCurrentUser();
  const [user, setUser] = useState(blank);
  const [asking, setAsking] = useState(false);
  const end = () => {
    setUser(blank);
    onClose();
  };
  return (
    <>
      <FormDialog
        open={open && !asking}
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
          setAsking(true);
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
        open={asking}
        onClose={() => setAsking(false)}
        title={`Konto ${user.username} erstellen`}
        call={async (proof) => {
          const created = await create({ ...user, ...proof });
          end();
          return created;
        }}
      />
    </>
  );
}

const create = (user: NewUser & OwnerProof) => request<User>('POST', api.users, user);
const texts = {
  success: 'Benutzer wurde erfolgreich erstellt',
  failure: 'Failed to create user',
};
