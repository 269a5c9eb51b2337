import { useEffect, useRef, useState } from 'react';
import { berlinDay } from '#domain/dates';
import {
  type CreatedPreparation,
  checkPreparation,
  type NewPreparation,
} from '#domain/preparations/preparations';
import { api } from '#domain/urls';
import { RequestFailed, request } from '../../api';
import { Button } from '../../ui/button';
import { ErrorSummary } from '../../ui/fields';
import { takesFocus } from '../../ui/focus';
import { showHint } from '../../ui/hints/start';
import { fieldErrorsOf, sentenceOf } from '../calls';
import { isTaken, type Kept, SubmitButton, Taken, useForm, useKept, useLeaving } from '../form/form';
import { readTabDrafts, writeTabDraft } from '../form/kept';
import { useCurrentUser } from '../session';
import {
  HorsePart,
  PersonPart,
  PolicyholderPart,
  PricePanel,
  RequirementsPart,
  TariffPart,
  usePrice,
} from './parts';
import { blank, bodyOf, keepable, labelAt, type Typed } from './typed';

export type Sent = CreatedPreparation & Pick<NewPreparation, 'contact' | 'callbackId'>;

type Props = {
  name: string;
  known: Typed;
  callbackId: string | undefined;
  onSent: (sent: Sent) => void;
  onCallbackGone: () => void;
  onDiscarded: () => void;
};

/** One form for one call. Its keyboard order is the order of talking. */
export function CallForm({ onDiscarded, ...options }: Props) {
  const { form, failure, clear } = useCall(options);
  const { busy, typed } = form;
  const price = usePrice(typed);
  const ref = useFirstField();
  const discard = () => {
    form.end();
    onDiscarded();
  };
  return (
    <form
      ref={ref}
      noValidate
      aria-label="Antrag vorbereiten"
      className="grid gap-6 xl:grid-cols-[minmax(0,1fr)_19rem] xl:items-start"
      onSubmit={(event) => {
        clear();
        form.onSubmit(event);
      }}
      onFocus={showHint}
      onBlur={showHint}
    >
      <div className="min-w-0 rounded-card border border-line bg-white shadow-card">
        <Refusals form={form} failure={failure} />
        <PersonPart form={form} />
        <HorsePart form={form} {...price} />
        <TariffPart form={form} {...price} />
        <PolicyholderPart form={form} {...price} />
        <RequirementsPart />
        <div className="flex flex-wrap gap-3 border-t border-line p-4 sm:p-6">
          <SubmitButton busy={busy} busyLabel="Wird gesendet...">
            Einladung senden
          </SubmitButton>
          {form.isBegun ? (
            <Button look="quiet" aria-disabled={busy} onClick={discard}>
              Verwerfen
            </Button>
          ) : null}
        </div>
      </div>
      <PricePanel typed={typed} {...price} />
    </form>
  );
}

function useCall({ name, known, callbackId, onSent, onCallbackGone }: Omit<Props, 'onDiscarded'>) {
  // a callback that is deleted meanwhile takes nothing away
  const [initial] = useState({ ...blank, ...known });
  const [failure, setFailure] = useState<string | null>(null);
  const gone = useRef(false);
  useLeaving(() => {
    gone.current = true;
  });
  const form = useForm<Typed, NewPreparation, CreatedPreparation>({
    initial,
    check: (typed, id) => checkPreparation(berlinDay(new Date()), bodyOf(typed, { id, callbackId })),
    draft: useCallDraft(name),
    call: (body) => request<CreatedPreparation>('POST', api.preparations, body),
    // in place, unless the user has gone on meanwhile
    success: () => (gone.current ? 'Die Einladung ist unterwegs.' : null),
    failure: (error) => (gone.current ? failureOf(error) : null),
    after: (error, { contact, callbackId: about }, answer) => {
      if (answer) form.end();
      if (gone.current) return;
      if (answer) onSent({ ...answer, contact, callbackId: about });
      if (error && !isTaken(error) && fieldErrorsOf(error).length === 0) setFailure(failureOf(error));
      if (error instanceof RequestFailed && error.status === 404) onCallbackGone();
    },
  });
  return { form, failure, clear: () => setFailure(null) };
}

function failureOf(error: Error): string {
  if (error instanceof RequestFailed && error.sentence) return error.sentence;
  return `${sentenceOf(error, 'Die Einladung konnte nicht gesendet werden.')} Senden Sie ruhig noch einmal, es geht nichts doppelt hinaus.`;
}

/** Why it was not sent, above the form. It takes the focus: whoever sends with Enter may be far from the button. */
function Refusals({ form, failure }: Pick<ReturnType<typeof useCall>, 'form' | 'failure'>) {
  const { refused, attempts, taken } = form;
  if (refused.length === 0 && failure === null && !taken) return null;
  return (
    <div className="space-y-4 p-4 sm:p-6">
      <ErrorSummary
        refused={refused.map(({ path }) => ({ path, label: labelAt(path) }))}
        submitCount={attempts}
      />
      {failure ? <Failure sentence={failure} /> : null}
      {taken ? <Taken onLoad={form.goOn} /> : null}
    </div>
  );
}

function Failure({ sentence }: { sentence: string }) {
  return (
    <div
      ref={takesFocus}
      role="alert"
      tabIndex={-1}
      className="rounded-control border border-danger/50 bg-danger-soft px-4 py-3.5"
    >
      <p className="font-semibold">{sentence}</p>
      <p>Alle Angaben stehen noch da.</p>
    </div>
  );
}

/** The first field of a new call; not where a link was followed from here before, or the last call has a result. */
function useFirstField() {
  const ref = useRef<HTMLFormElement>(null);
  useEffect(() => {
    const { activeElement: active, body } = document;
    if (active !== body && active?.tagName !== 'H1') return;
    ref.current?.querySelector<HTMLElement>('select, input')?.focus();
  }, []);
  return ref;
}

const prefix = 'preparation';

export const draftOf = (callbackId: string | undefined) => [prefix, callbackId].filter(Boolean).join(' ');

export function begunCallbacks(drafts: Record<string, unknown>): string[] {
  return Object.keys(drafts).flatMap((name) => {
    const [first, id] = name.split(' ');
    return first === prefix && id ? [id] : [];
  });
}

/**
 * What is entered for one caller. All of it is there again after a look at another screen; after a reload or a new
 * sign-in what `keepable` leaves of it.
 */
export function useCallDraft(name: string) {
  const { id: user } = useCurrentUser();
  const [kept = inTab(readTabDrafts(user)[name]), keep] = useKept<Kept>(name);
  useLeaving((toLogin) => toLogin && keep(undefined));
  const keepBoth = (next: Kept | undefined) => {
    keep(next);
    writeTabDraft(user, name, next && { ...next, entered: keepable(next.entered) });
  };
  return [kept, keepBoth] as const;
}

function inTab(found: unknown): Kept {
  const { entered, id } = Object(found);
  return { entered: keepable(entered), id: typeof id === 'string' ? id : undefined };
}
