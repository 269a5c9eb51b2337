import { useState } from 'react';
import { type NewUser, newUser, type OwnerProof, roleLabels, type User } from '#domain/accounts/user';
import { check } from '#domain/fields';
import { api } from '#domain/urls';
import { request } from '../../api';
import { optionsOf, SelectField, TextField } from '../../ui/fields';
import { useCurrentUser } from '../current-user';
import { FormDialog } from '../form/FormDialog';
import { NewPasswordField } from '../form/NewPasswordField';
import { ProofDialog, tryUnproven, unproven } from './ProofDialog';

// the most frequent role first; it is also the default
const roleOptions = optionsOf(roleLabels).toReversed();
const blank: NewUser = { username: '', password: '', email: '', role: 'sachbearbeiter' };

type Props = { open: boolean; onClose: () => void };

/** Creates an account. If the server wants a proof, it comes after the form, which keeps its entries until then. */
export function NewUserDialog({ open, onClose }: Props) {
  const [user, setUser] = useState<NewUser | null>(null);
  const [asking, setAsking] = useState(false);
  const end = () => {
    setUser(null);
    onClose();
  };
  return (
    <>
      <UserForm
        open={open && !asking}
        onClose={end}
        begun={user ?? blank}
        onUnproven={(typed) => {
          setUser(typed);
          setAsking(true);
        }}
      />
      <ProofDialog
        {...texts}
        open={asking}
        onClose={() => setAsking(false)}
        title={`Konto ${user?.username} erstellen`}
        call={async (proof) => {
          const created = await create({ ...blank, ...user, ...proof });
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

function UserForm({
  begun,
  onUnproven,
  ...shown
}: Props & { begun: NewUser; onUnproven: (user: NewUser) => void }) {
  const { passwordMin } = useCurrentUser();
  return (
    <FormDialog
      {...shown}
      {...texts}
      title="Neuen Benutzer erstellen"
      initial={begun}
      check={(typed: NewUser) => check(newUser(passwordMin), typed)}
      call={async (user) => {
        const answer = await tryUnproven((proof) => create({ ...user, ...proof }));
        if (answer === unproven) onUnproven(user);
        return answer;
      }}
      success={(answer) => (answer === unproven ? null : texts.success)}
      isDone={(answer) => answer !== unproven}
      submit={{ label: 'Erstellen', busyLabel: 'Wird erstellt...' }}
      fields={({ register, errors, watch }) => (
        <>
          <TextField
            label="Benutzername"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            aria-required
            error={errors.username?.message}
            {...register('username')}
          />
          <NewPasswordField
            label="Passwort"
            typed={watch('password')}
            username={watch('username')}
            aria-required
            minimum={`Mindestens ${passwordMin} Zeichen.`}
            error={errors.password?.message}
            {...register('password')}
          />
          <TextField
            label="E-Mail (optional)"
            type="email"
            autoComplete="off"
            error={errors.email?.message}
            {...register('email')}
          />
          <SelectField
            label="Rolle"
            options={roleOptions}
            error={errors.role?.message}
            {...register('role')}
          />
        </>
      )}
    />
  );
}
