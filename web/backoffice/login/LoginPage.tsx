import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link, useLocation, useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { type Login, login, noCode } from '#domain/accounts/user';
import { check, tidied } from '#domain/fields';
import { pages } from '#domain/urls';
import { RequestFailed } from '../../api';
import { resolverOf } from '../../hydrated/form';
import { Ready } from '../../hydrated/ready';
import { HorseMark, StableScene } from '../../illustrations';
import { useOperator } from '../../operator';
import { linkClass } from '../../ui/button';
import { PasswordField, TextField } from '../../ui/fields';
import { Alert } from '../../ui/notices';
import { SubmitButton } from '../form/form';
import { CodeField } from '../second-factor/forms';
import { keepsTokens, StorageRefused, signIn } from '../session';

export function LoginPage() {
  const { brand } = useOperator();
  const replaced = useLocation({ select: ({ state }) => state.replaced });
  return (
    <div className="grid min-h-dvh lg:grid-cols-[minmax(0,1fr)_minmax(0,34rem)]">
      <title>{`Anmeldung | ${brand.name} Backoffice`}</title>
      <Ready />
      <div aria-hidden="true" className="relative hidden overflow-hidden bg-saddle-50 lg:block">
        <StableScene className="absolute left-1/2 h-full max-w-none min-w-full -translate-x-1/2" />
      </div>
      <main className="flex items-center justify-center px-4 py-10 sm:px-8">
        <div className="w-full max-w-md">
          <a
            href={pages.home}
            className="mb-10 inline-flex min-h-11 max-w-full items-center gap-3 font-serif text-xl font-semibold text-green-900 wrap-anywhere"
          >
            <HorseMark className="size-10 shrink-0 text-green-800" />
            <span className="min-w-0">{brand.name}</span>
          </a>
          <h1 className="text-3xl text-green-900">Backoffice Anmeldung</h1>
          <p className="mt-2 mb-8 text-ink-soft">Für Mitarbeiterinnen und Mitarbeiter.</p>
          {replaced ? <Replaced /> : null}
          <LoginForm />
        </div>
      </main>
    </div>
  );
}

function Replaced() {
  return (
    <div className="mb-6">
      <Alert tone="warning" role="alert" title="In einem anderen Tab ist jetzt ein anderes Konto angemeldet">
        In einem Browser kann immer nur ein Konto angemeldet sein. Deshalb wurden Sie hier abgemeldet.
        Begonnene Notizen und Nachrichten finden Sie wieder, wenn Sie sich in diesem Tab neu anmelden.{' '}
        <Link to={pages.backoffice} className={linkClass}>
          Mit dem anderen Konto weiterarbeiten
        </Link>
      </Alert>
    </div>
  );
}

function LoginForm() {
  const router = useRouter();
  const loadScreens = () => void router.preloadRoute({ to: pages.backoffice });
  const client = useQueryClient();
  const { register, handleSubmit, formState, setError, setFocus, setValue, watch } = useForm<Login>({
    defaultValues: { username: '', password: '' },
    resolver: resolverOf((values: Login) => check(login, values)),
  });
  // from the moment the server asks for a code, the form has a field for it, as long as the name stays
  const [codeFor, setCodeFor] = useState<string | null>(null);
  const needsCode = codeFor !== null && codeFor === tidied(watch('username'));
  const entering = useMutation({
    mutationFn: (credentials: Login) => signIn(client, credentials),
    onMutate: loadScreens,
    onSuccess: () => router.navigate({ to: pages.backoffice }),
    onError: (error) => {
      if (!asksForCode(error) || !needsCode) return;
      // the field was filled with a wrong code
      setValue('code', '');
      setFocus('code');
    },
  });
  // before somebody types a password in vain
  const [refused, setRefused] = useState<StorageRefused | null>(null);
  useEffect(() => setRefused(keepsTokens() ? null : new StorageRefused()), []);
  const { errors } = formState;
  const asked = entering.isError && asksForCode(entering.error) ? entering.variables.username : codeFor;
  if (asked !== codeFor) setCodeFor(asked);
  const enter = ({ username, password, code }: Login) => {
    if (entering.isPending) return;
    if (!needsCode) entering.mutate({ username, password });
    else if (code) entering.mutate({ username, password, code });
    else setError('code', { message: noCode }, { shouldFocus: true });
  };
  const failed = entering.error ?? refused;
  const failure = failed ? <Failure error={failed} sent={entering.variables} /> : null;
  return (
    <form noValidate method="post" className="space-y-5" onSubmit={handleSubmit(enter)}>
      {needsCode ? null : failure}
      <TextField
        label="Benutzername"
        onFocus={loadScreens}
        autoComplete="username"
        aria-required
        autoCapitalize="none"
        spellCheck={false}
        error={errors.username?.message}
        {...register('username')}
      />
      <PasswordField
        label="Passwort"
        autoComplete="current-password"
        aria-required
        error={errors.password?.message}
        {...register('password')}
      />
      {/* where the keyboard of a phone leaves it in sight */}
      {needsCode ? failure : null}
      {needsCode ? (
        <CodeField
          // the person has just asked for it by sending the form
          autoFocus
          error={errors.code?.message}
          {...register('code')}
        />
      ) : null}
      <SubmitButton busy={entering.isPending} busyLabel="Anmeldung läuft..." className="w-full">
        Anmelden
      </SubmitButton>
    </form>
  );
}

/** `sent`: what was refused. A missing code is no mistake of the person. */
function Failure({ error, sent }: { error: Error; sent: Login | undefined }) {
  const other = error instanceof StorageRefused ? error.message : 'Anmeldung fehlgeschlagen';
  return (
    <Alert tone={asksForCode(error) && !sent?.code ? 'info' : 'danger'} role="alert">
      {error instanceof RequestFailed ? error.sentence : other}
    </Alert>
  );
}

const asksForCode = (error: Error | null) =>
  error instanceof RequestFailed && error.read('secondFactor') === true;
