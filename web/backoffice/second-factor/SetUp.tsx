import { useState } from 'react';
import {
  type PendingSecondFactor,
  type RecoveryCodes,
  secondFactorCode,
  secondFactorStart,
} from '#domain/backoffice/second-factor';
import { check } from '#domain/fields';
import { api } from '#domain/urls';
import { request } from '../../api';
import { TextField } from '../../ui/field';
import { linkClass } from '../../ui/link';
import { PasswordField } from '../../ui/password-field';
import { SubmitButton } from '../form/SubmitButton';
import { useCheckedForm } from '../form/useCheckedForm';
import { useAction } from '../useAction';
import { failing } from './failure';
import { NextHeading } from './NextHeading';

type Props = { onSet: (recoveryCodes: string[]) => void };

const box = 'space-y-5 rounded-card border border-line bg-white p-6 shadow-card sm:p-8';

/** Sets up a second factor in two steps: the password shows the secret, and a first code confirms it. */
export function SetUp({ onSet }: Props) {
  const [pending, setPending] = useState<PendingSecondFactor | null>(null);
  return pending ? <Confirm pending={pending} onSet={onSet} /> : <Begin onBegun={setPending} />;
}

function Begin({ onBegun }: { onBegun: (pending: PendingSecondFactor) => void }) {
  const { ref, register, handleSubmit, formState } = useCheckedForm(
    { currentPassword: '' },
    (typed: { currentPassword: string }) => check(secondFactorStart, typed),
  );
  const { run, busy } = useAction({
    call: async (typed: { currentPassword: string }) =>
      onBegun(await request<PendingSecondFactor>('POST', api.secondFactor, typed)),
    success: () => null,
    failure: failing('Die Einrichtung konnte nicht beginnen'),
  });
  return (
    <form
      ref={ref}
      noValidate
      aria-labelledby="einrichten"
      className={`max-w-lg ${box}`}
      onSubmit={handleSubmit(run)}
    >
      <h2 id="einrichten" className="text-2xl text-green-900">
        Einrichten
      </h2>
      <PasswordField
        label="Aktuelles Passwort"
        autoComplete="current-password"
        error={formState.errors.currentPassword?.message}
        {...register('currentPassword')}
      />
      <SubmitButton busy={busy} busyLabel="Einen Moment...">
        Einrichtung beginnen
      </SubmitButton>
    </form>
  );
}

function Confirm({ pending: { secret, uri, qr }, onSet }: Props & { pending: PendingSecondFactor }) {
  const { ref, register, handleSubmit, formState } = useCheckedForm({ code: '' }, (typed: { code: string }) =>
    check(secondFactorCode, typed),
  );
  const { run, busy } = useAction({
    call: async (typed: { code: string }) => {
      const { recoveryCodes } = await request<RecoveryCodes>('PUT', api.secondFactor, typed);
      onSet(recoveryCodes);
    },
    success: 'Die Zwei-Faktor-Anmeldung ist eingerichtet',
    failure: 'Der Code konnte nicht geprüft werden',
    refresh: [api.sessions, api.users],
  });
  return (
    <form ref={ref} noValidate aria-labelledby="verbinden" className={box} onSubmit={handleSubmit(run)}>
      <NextHeading id="verbinden">Mit der App verbinden</NextHeading>
      <div className="grid items-start gap-6 sm:grid-cols-[auto_minmax(0,1fr)] sm:gap-8">
        <img
          src={`data:image/svg+xml,${encodeURIComponent(qr)}`}
          alt="QR-Code mit dem Schlüssel für Ihre Authenticator-App"
          className="mx-auto size-52 rounded-control border border-line bg-white"
        />
        <div className="space-y-4">
          <p>
            Fotografieren Sie den QR-Code mit Ihrer Authenticator-App. Oder geben Sie dort diesen Schlüssel
            ein:
          </p>
          <p className="rounded-control bg-paper-deep px-3 py-2 font-mono text-lg break-words select-all">
            {inGroups(secret)}
          </p>
          <p>
            Auf dem Telefon selbst:{' '}
            <a href={uri} className={linkClass}>
              In der App öffnen
            </a>
          </p>
        </div>
      </div>
      <TextField
        label="Code"
        hint="Die sechs Ziffern, die die App jetzt anzeigt."
        inputMode="numeric"
        autoComplete="one-time-code"
        className="max-w-xs"
        error={formState.errors.code?.message}
        {...register('code')}
      />
      <SubmitButton busy={busy} busyLabel="Wird geprüft...">
        Bestätigen
      </SubmitButton>
    </form>
  );
}

/** Easier to type; apps ignore the blanks. */
const inGroups = (secret: string) => secret.match(/.{1,4}/g)?.join(' ');
