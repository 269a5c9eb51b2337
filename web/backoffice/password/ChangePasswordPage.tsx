import { useQueryClient } from '@tanstack/react-query';
import KeyRound from 'lucide-react/icons/key-round';
import { type PasswordForm, passwordForm } from '#domain/accounts/user';
import { type Checked, check } from '#domain/fields';
import type { TokenResponse } from '#domain/responses';
import { api, pages } from '#domain/urls';
import { request } from '../../api';
import { PasswordField } from '../../ui/fields';
import { Alert } from '../../ui/notices';
import { sentenceOf } from '../calls';
import { SubmitButton, useForm } from '../form/form';
import { NewPasswordField } from '../form/NewPasswordField';
import { Page } from '../Page';
import type { Screen } from '../screen';
import { currentUserQuery, renewToken, useCurrentUser } from '../session';

const empty: PasswordForm = { currentPassword: '', newPassword: '', confirmPassword: '' };
const toggle = { show: 'Show', hide: 'Hide' };

/** The form is in English (docs/product.md, "Change password"). */
function ChangePasswordPage() {
  const { username, mustChangePassword, passwordMin } = useCurrentUser();
  const client = useQueryClient();
  const form = useForm({
    initial: empty,
    check: (typed) => checkPasswords(typed, passwordMin),
    call: async ({ confirmPassword: _, ...change }) => {
      const { token } = await request<TokenResponse>('POST', api.changePassword, change);
      // the change has ended all sessions of this account, this one too
      renewToken(token);
    },
    success: () => ({
      title: 'Password changed successfully',
      description: 'Your password has been updated.',
    }),
    failure: (error) => ({ title: 'Error changing password', description: sentenceOf(error, error.message) }),
    after: async (error) => {
      if (error) return;
      form.end();
      await client.invalidateQueries(currentUserQuery);
    },
  });
  const field = (name: keyof PasswordForm, label: string) => ({
    ...{ label, toggle, 'aria-required': true },
    ...form.control(name),
  });
  return (
    <Page title="Passwort ändern">
      {mustChangePassword ? <Notice /> : null}
      <form
        ref={form.ref}
        noValidate
        lang="en"
        aria-label="Change Password"
        className="max-w-lg space-y-5 rounded-card border border-line bg-white p-6 shadow-card sm:p-8"
        onSubmit={form.onSubmit}
      >
        <PasswordField {...field('currentPassword', 'Current Password')} autoComplete="current-password" />
        <NewPasswordField
          {...field('newPassword', 'New Password')}
          username={username}
          minimum={`At least ${passwordMin} characters.`}
        />
        <PasswordField {...field('confirmPassword', 'Confirm New Password')} autoComplete="new-password" />
        <SubmitButton busy={form.busy} busyLabel="Changing Password...">
          Change Password
        </SubmitButton>
      </form>
    </Page>
  );
}

export const screen: Screen = {
  path: pages.backofficePassword,
  // half English, as the product has it (docs/product.md, "Change password")
  title: 'Password ändern',
  icon: KeyRound,
  isForced: ({ mustChangePassword }) => mustChangePassword,
  component: ChangePasswordPage,
};

function Notice() {
  return (
    <div className="mb-6 max-w-lg">
      <Alert tone="warning" title="Bitte wählen Sie zuerst ein eigenes Passwort">
        Das jetzige kennt auch die Person, die Ihr Konto angelegt hat. Sobald Sie es geändert haben, geht es
        weiter.
      </Alert>
    </div>
  );
}

function checkPasswords(values: PasswordForm, minimum: number): Checked<PasswordForm> {
  const checked = check(passwordForm(minimum), values);
  const differ = values.confirmPassword !== '' && values.newPassword !== values.confirmPassword;
  if (!differ) return checked;
  const errors = checked.ok ? [] : checked.errors;
  return { ok: false, errors: [...errors, { path: 'confirmPassword', message: "Passwords don't match" }] };
}
