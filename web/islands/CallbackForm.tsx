import { type FormEvent, useRef, useState } from 'react';
import { type CallbackEntries, callbackRequest } from '#domain/callbacks/request';
import { check, defaultSource, type FieldError, sourceIn, withSource } from '#domain/fields';
import { randomUuid } from '#domain/ids';
import { callConsent } from '#domain/law/wordings';
import { isoOf } from '#domain/time';
import { api, publicPages as pages } from '#domain/urls';
import { RequestFailed, request } from '../api';
import { track } from '../consent/analytics';
import { Medallion } from '../illustrations';
import { Button } from '../ui/button';
import { CheckboxField, TabLink, TextField } from '../ui/fields';
import { takesFocus } from '../ui/focus';
import { Alert } from '../ui/notices';
import { ToastArea, toast, toastFailure } from '../ui/toasts';
import type { IslandProps } from './Island';

type Props = IslandProps['callback'];
type State = 'idle' | 'submitting' | 'success';

/** Of all sendings without a script: visitors share the page, and only their entries tell them apart. */
const sharedId = '00000000-0000-4000-8000-000000000000';

const nothing: CallbackEntries = { name: '', phone: '', email: '', preferredTime: '' };

export function CallbackIsland(props: Props) {
  return (
    <>
      <CallbackForm {...props} />
      <ToastArea />
    </>
  );
}

/** Works as a plain HTML form. With JavaScript the outcome is shown without loading a page. */
function CallbackForm({ source, entries, errors: refused, notice, sent, serviceHours }: Props) {
  const [state, setState] = useState<State>(sent ? 'success' : 'idle');
  const [errors, setErrors] = useState(refused);
  const [values, setValues] = useState(entries);
  const [again, setAgain] = useState(false);
  const busy = useRef(false);
  // one id for each content, so that a lost answer and another attempt are one request
  const last = useRef({ id: '', text: '' });

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    // the state changes with the next render, which is too late for the second click of a double click
    if (busy.current) return;
    const entered = readForm(event.currentTarget);
    const checked = check(callbackRequest, entered);
    setErrors(checked.ok ? [] : checked.errors);
    if (!checked.ok) {
      const first = checked.errors[0]?.path;
      event.currentTarget.querySelector<HTMLElement>(`[name="${first}"]`)?.focus();
      return;
    }
    busy.current = true;
    setState('submitting');
    try {
      const origin = source ?? sourceIn(location.href);
      const text = JSON.stringify(entered);
      if (last.current.text !== text) last.current = { id: randomUuid(), text };
      await request('POST', withSource(api.callbackRequests, origin), { ...entered, id: last.current.id });
      last.current.text = '';
      reportLead(entered, origin);
      setValues(nothing);
      setState('success');
      toast({
        title: 'Rückrufanfrage erfolgreich',
        description: 'Vielen Dank für Ihre Anfrage. Wir werden uns schnellstmöglich bei Ihnen melden.',
      });
    } catch (error) {
      setState('idle');
      tellFailure(error, setErrors);
    } finally {
      busy.current = false;
    }
  }

  function startAgain() {
    setAgain(true);
    setState('idle');
  }

  if (state === 'success') return <SuccessCard onAgain={startAgain} />;
  const messageOf = (path: string) => errors.find((error) => error.path === path)?.message;
  const field = (name: 'name' | 'phone' | 'email') => ({
    name,
    defaultValue: values[name],
    error: messageOf(name),
    'aria-required': true,
  });
  const submitting = state === 'submitting';
  return (
    <form
      method="post"
      action={withSource(api.callbackRequests, source)}
      noValidate
      onSubmit={submit}
      className="space-y-5 rounded-card border border-line bg-white p-5 text-ink shadow-card sm:p-8"
    >
      <input type="hidden" name="id" value={sharedId} />
      {notice ? (
        <Alert tone="danger" role="alert">
          {notice}
        </Alert>
      ) : null}
      {/* the pressed button has left with its card */}
      <TextField label="Name" autoComplete="name" {...field('name')} autoFocus={again} />
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField label="Telefon" type="tel" inputMode="tel" autoComplete="tel" {...field('phone')} />
        <TextField label="E-Mail" type="email" inputMode="email" autoComplete="email" {...field('email')} />
      </div>
      <TextField
        name="preferredTime"
        label="Gewünschte Rückrufzeit"
        hint={`Freiwillig. Nennen Sie uns Ihre Wunschzeit: ${serviceHours}`}
        autoComplete="off"
        maxLength={500}
        defaultValue={values.preferredTime}
      />
      <CheckboxField
        name="dataProcessingConsent"
        aria-required
        error={messageOf('dataProcessingConsent')}
        label={
          <>
            <span>{before}</span>
            <TabLink href={pages.privacy}>{linked}</TabLink>
            <span>{after}</span>
          </>
        }
      />
      <Button type="submit" disabled={submitting} className="w-full sm:w-auto">
        {submitting ? 'Wird gesendet...' : 'Rückruf anfordern'}
      </Button>
    </form>
  );
}

const linked = 'Datenschutzerklärung';
const [before, after] = callConsent.split(linked);

function SuccessCard({ onAgain }: { onAgain: () => void }) {
  return (
    <div
      ref={takesFocus}
      tabIndex={-1}
      className="rounded-card border border-line bg-white p-8 text-center text-ink shadow-card outline-none sm:p-12"
    >
      <Medallion className="mx-auto size-28" />
      <h3 className="mt-3 text-2xl text-green-900">Vielen Dank, wir rufen Sie an</h3>
      <p className="mx-auto mt-2 max-w-sm text-ink-soft">
        Ihre Anfrage ist bei uns. Eine Bestätigung ist per E-Mail zu Ihnen unterwegs.
      </p>
      <form
        method="get"
        action={pages.callback}
        onSubmit={(event) => event.preventDefault()}
        className="mt-6"
      >
        <Button type="submit" look="secondary" onClick={onAgain}>
          Neue Anfrage
        </Button>
      </form>
    </div>
  );
}

function tellFailure(error: unknown, setErrors: (errors: FieldError[]) => void) {
  console.error('Callback request failed', error instanceof RequestFailed ? error.status : 'network');
  if (error instanceof RequestFailed && error.fieldErrors.length > 0) setErrors(error.fieldErrors);
  const many = error instanceof RequestFailed && error.status === 429;
  toastFailure(
    many
      ? 'Sie haben gerade mehrere Anfragen gesendet. Bitte versuchen Sie es in einer Minute erneut.'
      : 'Es ist ein Fehler aufgetreten. Bitte versuchen Sie es später erneut.',
  );
}

function readForm(form: HTMLFormElement) {
  const data = new FormData(form);
  const text = (name: keyof CallbackEntries) => String(data.get(name) ?? '');
  return {
    name: text('name'),
    phone: text('phone'),
    email: text('email'),
    preferredTime: text('preferredTime'),
    dataProcessingConsent: data.get('dataProcessingConsent') === 'on',
  };
}

function reportLead(entered: CallbackEntries, source: string | null) {
  const { name, phone, email, preferredTime } = entered;
  const contact = { name, phone, email, preferredTime, timestamp: isoOf(Date.now()) };
  track({ event: 'lead', lead: { type: 'callback_request', source: source ?? defaultSource, ...contact } });
}
