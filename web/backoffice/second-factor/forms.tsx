import { type ComponentProps, useLayoutEffect, useRef, useState } from 'react';
import {
  secondFactorEnd as ownerProof,
  type PendingSecondFactor,
  type RecoveryCodes,
  secondFactorCode,
  secondFactorStart,
  wrongCode,
  wrongCurrentPassword,
} from '#domain/accounts/user';
import { check, type FieldError } from '#domain/fields';
import { api } from '#domain/urls';
import { request } from '../../api';
import { buttonClass } from '../../ui/button';
import { PasswordField, TextField } from '../../ui/fields';
import { fieldErrorsOf, sentenceOf } from '../calls';
import { FormDialog } from '../form/FormDialog';
import { SubmitButton, useForm } from '../form/form';

type Proof = { currentPassword: string; code: string };
type DialogProps = ComponentProps<typeof FormDialog<Proof, Proof, unknown>>;
type Props = Omit<DialogProps, 'initial' | 'check' | 'failure' | 'fieldErrors' | 'fields'>;
type Named = { failure: string; passwordLabel: string };

export function OwnerDialog({ failure, passwordLabel, ...dialog }: Props & Named) {
  return (
    <FormDialog
      {...dialog}
      initial={{ currentPassword: '', code: '' }}
      check={(typed) => check(ownerProof, typed)}
      failure={failing(failure)}
      fieldErrors={fieldErrors}
      fields={({ control }) => (
        <>
          <PasswordField
            label={passwordLabel}
            autoComplete="current-password"
            aria-required
            {...control('currentPassword')}
          />
          <CodeField {...control('code')} />
        </>
      )}
    />
  );
}

/** Takes a code of the app or a recovery code, so that it is no field for numbers. */
export function CodeField(field: Omit<ComponentProps<typeof TextField>, 'label'>) {
  return (
    <TextField
      label="Code"
      hint="Sechs Ziffern aus Ihrer Authenticator-App oder ein Wiederherstellungscode."
      autoComplete="one-time-code"
      autoCapitalize="characters"
      spellCheck={false}
      aria-required
      {...field}
    />
  );
}

/** The API says in English that the password is wrong, because the form that changes it is in English. */
const messages: Record<string, FieldError> = {
  [wrongCurrentPassword]: { path: 'currentPassword', message: 'Das Passwort ist falsch.' },
  [wrongCode]: { path: 'code', message: wrongCode },
};

export function fieldErrors(error: Error): readonly FieldError[] {
  const message = messages[sentenceOf(error, '')];
  return message ? [message] : fieldErrorsOf(error);
}

export const failing = (fallback: string) => (error: Error) =>
  fieldErrors(error).length > 0 ? null : fallback;

type SetUpProps = { onSet: (recoveryCodes: string[]) => void };

const box = 'space-y-5 rounded-card border border-line bg-white p-6 shadow-card sm:p-8';

/** Sets up a second factor in two steps: the password shows the secret, and a first code confirms it. */
export function SetUp({ onSet }: SetUpProps) {
  const [pending, setPending] = useState<PendingSecondFactor | null>(null);
  return pending ? <Confirm pending={pending} onSet={onSet} /> : <Begin onBegun={setPending} />;
}

function Begin({ onBegun }: { onBegun: (pending: PendingSecondFactor) => void }) {
  const form = useForm({
    initial: { currentPassword: '' },
    check: (typed) => check(secondFactorStart, typed),
    call: async (typed) => onBegun(await request<PendingSecondFactor>('POST', api.secondFactor, typed)),
    failure: failing('Die Einrichtung konnte nicht beginnen'),
    fieldErrors,
  });
  return (
    <>
      <p className="max-w-prose text-ink-soft">
        Mit einem zweiten Faktor genügt Ihr Passwort allein nicht mehr: Sie brauchen dann auch einen Code, den
        eine App auf Ihrem Telefon alle 30 Sekunden neu erzeugt. Jede Authenticator-App mit sechsstelligen
        Codes ist geeignet.
      </p>
      <form
        ref={form.ref}
        noValidate
        aria-labelledby="einrichten"
        className={`max-w-lg ${box}`}
        onSubmit={form.onSubmit}
      >
        <h2 id="einrichten" className="text-2xl text-green-900">
          Einrichten
        </h2>
        <PasswordField
          label="Aktuelles Passwort"
          autoComplete="current-password"
          aria-required
          {...form.control('currentPassword')}
        />
        <SubmitButton busy={form.busy} busyLabel="Einen Moment...">
          Einrichtung beginnen
        </SubmitButton>
      </form>
    </>
  );
}

function Confirm({ pending: { secret, uri, qr }, onSet }: SetUpProps & { pending: PendingSecondFactor }) {
  const form = useForm({
    initial: { code: '' },
    check: (typed) => check(secondFactorCode, typed),
    call: async (typed) => {
      const { recoveryCodes } = await request<RecoveryCodes>('PUT', api.secondFactor, typed);
      onSet(recoveryCodes);
    },
    // no toast: the heading of the codes says so
    failure: failing('Der Code konnte nicht geprüft werden'),
    fieldErrors,
  });
  return (
    <form ref={form.ref} noValidate aria-labelledby="verbinden" className={box} onSubmit={form.onSubmit}>
      <NextHeading id="verbinden">Mit der App verbinden</NextHeading>
      {/* a phone cannot scan its own screen, and other machines seldom have an app for the link */}
      <a href={uri} className={`${buttonClass('secondary')} lg:hidden`}>
        In der App öffnen
      </a>
      <div className="grid items-start gap-6 sm:grid-cols-[auto_minmax(0,1fr)] sm:gap-8">
        <img
          src={`data:image/svg+xml,${encodeURIComponent(qr)}`}
          alt="QR-Code mit dem Schlüssel für Ihre Authenticator-App"
          className="mx-auto size-52 rounded-control border border-line bg-white"
        />
        <div className="space-y-4">
          <p>
            Scannen Sie den QR-Code mit Ihrer Authenticator-App, oder geben Sie dort diesen Schlüssel ein:
          </p>
          <Secret text={secret} />
        </div>
      </div>
      <TextField
        label="Code"
        hint="Sechs Ziffern aus der App. Ihre anderen Sitzungen enden mit der Einrichtung."
        inputMode="numeric"
        autoComplete="one-time-code"
        aria-required
        className="max-w-xs"
        {...form.control('code')}
      />
      <SubmitButton busy={form.busy} busyLabel="Wird geprüft...">
        Bestätigen
      </SubmitButton>
    </form>
  );
}

/** In groups, which are easier to type. The gaps between them are no characters, so that none is copied. */
function Secret({ text }: { text: string }) {
  return (
    <p className="rounded-control bg-paper-deep px-3 py-2 font-mono text-lg select-all">
      {text.match(/.{1,4}/g)?.map((group, index) => (
        <span key={index} className="mr-[0.6em] inline-block">
          {group}
        </span>
      ))}
    </p>
  );
}

/** Begins what has just replaced the form that had the focus, and takes the focus over. */
export function NextHeading({ id, children }: { id: string; children: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => heading.current?.focus(), []);
  return (
    <h2
      id={id}
      ref={heading}
      tabIndex={-1}
      className="text-xl text-green-900 outline-none hyphens-auto sm:text-2xl"
    >
      {children}
    </h2>
  );
}
