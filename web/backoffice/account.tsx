import { useQueryClient } from '@tanstack/react-query';
import UserCog from 'lucide-react/icons/user-cog';
import type { ComponentProps } from 'react';
import { ownSettings, type SignedInUser, type User } from '#domain/accounts/user';
import { berlinDay, formatDay } from '#domain/dates';
import { check } from '#domain/fields';
import { api, pages } from '#domain/urls';
import { request } from '../api';
import { CheckboxField, TextField } from '../ui/fields';
import { Badge } from '../ui/notices';
import { SubmitButton, useForm } from './form/form';
import { Page } from './Page';
import type { Screen } from './screen';
import { SearchKeySetting } from './search';
import { currentUserQuery, useCurrentUser } from './session';

const title = 'Mein Konto';

function AccountPage() {
  const { digest, awayUntil } = useCurrentUser();
  const client = useQueryClient();
  const form = useForm({
    initial: { ...absenceOf({ awayUntil }), digest },
    check: (typed) => check(ownSettings(today()), { ...typed, awayUntil: typed.awayUntil || null }),
    call: (settings) => request<SignedInUser>('PATCH', api.currentUser, settings),
    success: 'Ihre Einstellungen sind gespeichert.',
    failure: 'Ihre Einstellungen sind nicht gespeichert.',
    after: async (error) => {
      if (error) return;
      await client.invalidateQueries(currentUserQuery);
      form.end();
    },
  });
  return (
    <Page title={title}>
      <form
        ref={form.ref}
        noValidate
        aria-label={title}
        className="max-w-lg space-y-6 rounded-card border border-line bg-white p-6 shadow-card sm:p-8"
        onSubmit={form.onSubmit}
      >
        <AwayField {...form.control('awayUntil')} />
        <CheckboxField
          label="Morgens eine E-Mail mit dem, was wartet"
          hint="An Arbeitstagen um 7:30 Uhr: wie viele Vorgänge fällig oder nicht zugewiesen sind und wie viele Rückrufe warten. Nicht, während Sie abwesend sind."
          error={form.errorAt('digest')}
          {...form.box('digest')}
        />
        <SubmitButton busy={form.busy} />
      </form>
      <SearchKeySetting />
    </Page>
  );
}

export const screen: Screen = {
  path: pages.backofficeAccount,
  title,
  icon: UserCog,
  component: AccountPage,
};

export const today = () => berlinDay(new Date());
type Absence = Pick<User, 'awayUntil'>;

/** As a field shows it: one that is over is none. */
export function absenceOf({ awayUntil }: Absence) {
  return { awayUntil: awayUntil !== null && awayUntil >= today() ? awayUntil : '' };
}

export function AwayField(field: Omit<ComponentProps<typeof TextField>, 'label'>) {
  return (
    <TextField
      label="Abwesend bis einschließlich"
      type="date"
      min={today()}
      hint="Fällige Vorgänge gehen so lange auch an andere und bleiben trotzdem zugewiesen. Leer heißt: nicht abwesend."
      {...field}
    />
  );
}

export function Away(user: Absence) {
  const { awayUntil } = absenceOf(user);
  return awayUntil && <Badge tone="waiting">{`abwesend bis ${formatDay(awayUntil)}`}</Badge>;
}
