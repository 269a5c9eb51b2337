import { useId } from 'react';
import { useForm } from 'react-hook-form';
import { type NewUser, newUser, roleLabels, type User } from '#domain/backoffice/user';
import { check } from '#domain/fields';
import { api } from '#domain/urls';
import { request } from '../../api';
import { resolverOf } from '../../hydrated/form';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { TextField } from '../../ui/field';
import { PasswordField } from '../../ui/password-field';
import { optionsOf, SelectField } from '../../ui/select-field';
import { useAction } from '../useAction';

type Props = { open: boolean; onClose: () => void };

/** Creates an account. Closes when it is created, and opens empty. */
export function NewUserDialog({ open, onClose }: Props) {
  const titleId = useId();
  return (
    <Dialog open={open} onClose={onClose} labelledBy={titleId}>
      <h2 id={titleId} className="mb-6 text-2xl text-green-900">
        Neuen Benutzer erstellen
      </h2>
      <NewUserForm onClose={onClose} />
    </Dialog>
  );
}

// the most frequent role first; it is also the default
const roleOptions = optionsOf(roleLabels).toReversed();
const blank: NewUser = { username: '', password: '', email: '', role: 'sachbearbeiter' };

function NewUserForm({ onClose }: { onClose: () => void }) {
  const { run, busy } = useAction({
    call: (user: NewUser) => request<User>('POST', api.users, user),
    success: 'Benutzer wurde erfolgreich erstellt',
    failure: 'Failed to create user',
    refresh: [api.users],
    // after a failure the entries stay
    after: (error) => {
      if (!error) onClose();
    },
  });
  const { register, handleSubmit, formState } = useForm<NewUser>({
    defaultValues: blank,
    resolver: resolverOf((values: NewUser) => check(newUser, values)),
  });
  const { errors } = formState;
  return (
    <form noValidate className="space-y-4" onSubmit={handleSubmit(run)}>
      <TextField
        label="Benutzername"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        error={errors.username?.message}
        {...register('username')}
      />
      <PasswordField
        label="Passwort"
        autoComplete="new-password"
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
      <SelectField label="Rolle" options={roleOptions} error={errors.role?.message} {...register('role')} />
      <div className="flex flex-wrap justify-end gap-3 pt-4">
        <Button look="secondary" onClick={onClose}>
          Abbrechen
        </Button>
        <Button type="submit" disabled={busy}>
          {busy ? 'Wird erstellt...' : 'Erstellen'}
        </Button>
      </div>
    </form>
  );
}
