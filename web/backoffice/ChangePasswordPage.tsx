import { useMutation } from '@tanstack/react-query';
import { type Resolver, useForm } from 'react-hook-form';
import { type PasswordForm, passwordForm, passwordsDiffer } from '#domain/backoffice/user';
import { schemaResolver } from '../hydrated/form';
import { Button } from '../ui/button';
import { PasswordField } from '../ui/password-field';
import { toast } from '../ui/toast-state';
import { sentenceOf } from './failure';
import { Page } from './Page';
import { keepToken } from './session';
import { staffApi } from './staff-api';

const empty: PasswordForm = { currentPassword: '', newPassword: '', confirmPassword: '' };
const toggle = { show: 'Show', hide: 'Hide' };

/** Change password, in English as the spec has it (spec 2, 5 and 8). */
export function ChangePasswordPage() {
  const { register, handleSubmit, reset, formState } = useForm<PasswordForm>({
    defaultValues: empty,
    resolver,
  });
  const changing = useMutation({
    mutationFn: ({ currentPassword, newPassword }: PasswordForm) =>
      staffApi.changePassword({ currentPassword, newPassword }),
    onSuccess: ({ token }) => {
      // the old token has just died with all others of this account
      keepToken(token);
      reset(empty);
      toast({ title: 'Password changed successfully', description: 'Your password has been updated.' });
    },
    onError: (error) =>
      toast({
        title: 'Error changing password',
        description: sentenceOf(error, error.message),
        tone: 'destructive',
      }),
  });
  const field = (name: keyof PasswordForm, label: string) => (
    <PasswordField
      label={label}
      toggle={toggle}
      autoComplete={name === 'currentPassword' ? 'current-password' : 'new-password'}
      error={formState.errors[name]?.message}
      {...register(name)}
    />
  );
  return (
    <Page title="Passwort ändern">
      <form
        noValidate
        lang="en"
        aria-label="Change Password"
        className="max-w-lg space-y-5 rounded-card border border-line bg-white p-6 shadow-card sm:p-8"
        onSubmit={handleSubmit((values) => {
          if (!changing.isPending) changing.mutate(values);
        })}
      >
        {field('currentPassword', 'Current Password')}
        {field('newPassword', 'New Password')}
        {field('confirmPassword', 'Confirm New Password')}
        <Button type="submit" disabled={changing.isPending}>
          {changing.isPending ? 'Changing Password...' : 'Change Password'}
        </Button>
      </form>
    </Page>
  );
}

const bySchema = schemaResolver<PasswordForm>(passwordForm);

/** The schema's rules, and then that both new passwords are the same. */
const resolver: Resolver<PasswordForm> = async (values, context, options) => {
  const checked = await bySchema(values, context, options);
  const differ = values.confirmPassword !== '' && values.newPassword !== values.confirmPassword;
  if (!differ) return checked;
  const confirmPassword = { type: 'domain', message: passwordsDiffer };
  return { values: {}, errors: { ...checked.errors, confirmPassword } };
};
