import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import { useForm } from 'react-hook-form';
import { type NewUser, newUser, roleLabels } from '#domain/backoffice/user';
import { api } from '#domain/urls';
import { schemaResolver } from '../../hydrated/form';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { PasswordField } from '../../ui/password-field';
import { optionsOf, SelectField } from '../../ui/select-field';
import { TextField } from '../../ui/text-field';
import { toast } from '../../ui/toast-state';
import { sentenceOf } from '../failure';
import { staffApi } from '../staff-api';

type Props = { open: boolean; onClose: () => void };

/** Asks for a new account; it closes once the account is there, and begins empty the next time. */
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

// the most frequent one first, which is the default too
const roleOptions = optionsOf(roleLabels).toReversed();
const blank: NewUser = { username: '', password: '', email: '', role: 'sachbearbeiter' };

function NewUserForm({ onClose }: { onClose: () => void }) {
  const creating = useCreation(onClose);
  const { register, handleSubmit, formState } = useForm<NewUser>({
    defaultValues: blank,
    resolver: schemaResolver<NewUser>(newUser),
  });
  const { errors } = formState;
  return (
    <form
      noValidate
      className="space-y-4"
      onSubmit={handleSubmit((user) => {
        if (!creating.isPending) creating.mutate(user);
      })}
    >
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
        <Button type="submit" disabled={creating.isPending}>
          {creating.isPending ? 'Wird erstellt...' : 'Erstellen'}
        </Button>
      </div>
    </form>
  );
}

/** A refusal leaves the dialog as it is, with everything that was typed. */
function useCreation(onCreated: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: staffApi.createUser,
    onSuccess: () => {
      onCreated();
      toast({ title: 'Erfolgreich', description: 'Benutzer wurde erfolgreich erstellt' });
      return client.invalidateQueries({ queryKey: [api.users] });
    },
    onError: (error) =>
      toast({
        title: 'Fehler',
        description: sentenceOf(error, 'Failed to create user'),
        tone: 'destructive',
      }),
  });
}
