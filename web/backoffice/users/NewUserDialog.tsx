import { type NewUser, newUser, roleLabels, type User } from '#domain/backoffice/user';
import { check } from '#domain/fields';
import { api } from '#domain/urls';
import { request } from '../../api';
import { TextField } from '../../ui/field';
import { optionsOf, SelectField } from '../../ui/select-field';
import { FormDialog } from '../form/FormDialog';
import { NewPasswordField } from '../form/NewPasswordField';
import { useCurrentUser } from '../session';

// the most frequent role first; it is also the default
const roleOptions = optionsOf(roleLabels).toReversed();
const blank: NewUser = { username: '', password: '', email: '', role: 'sachbearbeiter' };

/** Creates an account. */
export function NewUserDialog(shown: { open: boolean; onClose: () => void }) {
  const { passwordMin } = useCurrentUser();
  return (
    <FormDialog
      {...shown}
      title="Neuen Benutzer erstellen"
      initial={blank}
      check={(typed: NewUser) => check(newUser(passwordMin), typed)}
      call={(user) => request<User>('POST', api.users, user)}
      success="Benutzer wurde erfolgreich erstellt"
      failure="Failed to create user"
      refresh={[api.users]}
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
