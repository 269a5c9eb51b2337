import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { User } from '#domain/accounts/user';
import type { ApplicationDetails } from '#domain/applications/staff';
import type { MessageTemplate } from '#domain/cases/messages';
import { type Case, checkMessage } from '#domain/cases/staff';
import {
  blockOf,
  blockSentence,
  type CaseStatus,
  type ConfirmationPolicy,
  caseStatuses,
  isDone,
  isMessageStatus,
  type MessageStatus,
  nextStatuses,
  stepMessages,
} from '#domain/cases/statuses';
import { berlinDay } from '#domain/dates';
import type { Checked, FieldError } from '#domain/fields';
import { api, href } from '#domain/urls';
import { RequestFailed, request } from '../../../api';
import { SmallButton } from '../../../ui/button';
import { SelectField, TextField } from '../../../ui/fields';
import { fieldErrorsOf, useLoaded } from '../../calls';
import {
  isStale,
  type Kept,
  SubmitButton,
  submitOnControlEnter,
  submitting,
  useForm,
  useKept,
  useLeaving,
} from '../../form/form';
import { detailsQuery, forgetHandedOut, useStaffOptions, useToday } from '../desk';
import {
  asksReason,
  type CaseField,
  caseLabels,
  changesOf,
  editsOf,
  errorsIn,
  type SentChange,
  sentOf,
  type TypedCase,
  valuesOf,
} from './edits';

export type CaseFormState = ReturnType<typeof useCase>;

type Options = { found: Case; policy: ConfirmationPolicy; onDone: () => void };

/** The form of a case and that of the message of its step: both are sent as one change. */
export function useCase({ found, policy, onDone }: Options) {
  const entries = useEdits(found);
  const { base, changes, draft, edits, now, see } = entries;
  const status = edits.status ?? base.status;
  const [writing, write] = useState<MessageStatus | null>(null);
  const store = useStore();
  const templates = useTemplates(found.applicationId, status, draft[0]);
  const form = useForm<TypedCase, SentChange, Case>({
    initial: { ...valuesOf(base, { status }, now), status: base.status, sends: true, ...templates.initial },
    draft,
    check: (typed, id): Checked<SentChange> => {
      const errors = errorsIn(base, changes, now.today);
      if (errors.length > 0) return { ok: false, errors };
      const value = { version: base.version, ...sentOf(base, edits, now) };
      if (!writing || !sendsIn(typed, writing)) return { ok: true, value };
      return withMessage(value, writing, id, typed);
    },
    call: (sent) => request<Case>('PATCH', href(api.case, { id: found.applicationId }), sent),
    success: () => ({ title: 'Gespeichert', description: 'Der Vorgang ist gespeichert.' }),
    // what is said beside the entry needs no toast
    failure: (error) => (wrongIn(error).length > 0 ? null : 'Der Vorgang konnte nicht gespeichert werden.'),
    fieldErrors: wrongIn,
    after: (error, sent, saved) => {
      // the text stays for the next time, and both values are shown below
      if (isStale(error)) write(null);
      const step = messageIn(sent);
      if (error && step && wrongIn(error, sent).some(({ path }) => path.startsWith(step))) write(step);
      if (!saved) return;
      settle(store(saved), [...Object.keys(sent), ...(sent.status ? stepTo(sent.status) : [])]);
      onDone();
    },
  });
  /** Goes on with a stored case, without the entries at these names. */
  const settle = (stored: Case, names: readonly string[]) => {
    form.end(names);
    see(stored);
    write(null);
  };
  const save = () => {
    const sent = form.checked();
    const message = sent && !writing && messageIn(sent);
    if (message) write(message);
    else if (sent && entries.isDirty) form.send(sent);
    else if (sent) onDone();
  };
  useLeaving((toLogin) => toLogin || form.end());
  return { ...form, ...entries, ...{ found, policy, writing, write, templates, settle, save } };
}

export const stepTo = (status: CaseStatus) => [
  ...['status', 'reason', 'followUpOn', 'sends'],
  ...['template', 'subject', 'body'].map((part) => `${status}.${part}`),
];

const messageIn = ({ status }: SentChange) => (status && isMessageStatus(status) ? status : null);

/** A message that was declined for one step is not declined for a step that needs it. */
export const sendsIn = ({ sends }: TypedCase, status: MessageStatus) =>
  sends || stepMessages[status] !== 'offered';

function withMessage(change: SentChange, status: MessageStatus, id: string, typed: TypedCase) {
  const message = { id, subject: typed[`${status}.subject`] ?? '', body: typed[`${status}.body`] ?? '' };
  const checked = checkMessage(status, message);
  if (checked.ok) return { ok: true, value: { ...change, message } } as const;
  return { ok: false, errors: checked.errors.map((error) => ofMessage(error, status)) } as const;
}

/** The server names no status, because a change has one message. */
function ofMessage({ path, message }: FieldError, status: string): FieldError {
  return { path: path.replace(/^message\b/, status), message };
}

function wrongIn(error: Error, { status = '' }: { status?: string } = {}): FieldError[] {
  const { sentence = null } = error instanceof RequestFailed && error.status === 409 ? error : {};
  if (sentence !== null) return [{ path: 'status', message: sentence }];
  return fieldErrorsOf(error).map((one) => ofMessage(one, status));
}

/**
 * What the user has entered. It is about the case that the user saw when the first entry was made: what others change
 * meanwhile is found out by its version when it is saved.
 */
function useEdits(found: Case) {
  const now = useToday();
  const [kept, keep] = useKept<Kept>(`case ${found.applicationId}`);
  const [seen = found, see] = useKept<Case>(`seen ${found.applicationId}`);
  const edits = editsOf(kept?.entered ?? {});
  const isDirty = (about: Case) => Object.keys(changesOf(about, edits, now)).length > 0;
  const base = isDirty(seen) || seen.version > found.version ? seen : found;
  const keepWithBase = (next: Kept | undefined) => {
    see(base);
    keep(next);
  };
  const draft = [kept, keepWithBase] as const;
  return { now, base, see, edits, draft, changes: changesOf(base, edits, now), isDirty: isDirty(base) };
}

function useTemplates(id: string, status: CaseStatus, kept: Kept | undefined) {
  // asked for with the choice of the status, so that the dialog opens with its text
  const asked = { enabled: isMessageStatus(status) };
  const query = useLoaded<MessageTemplate[]>(href(api.caseTemplates, { id }), asked);
  const { data = [], isLoadingError: failed, refetch } = query;
  const offered = data.filter((one) => one.status === status);
  const { subject = '', body = '' } = offered[Number(kept?.entered[`${status}.template`] ?? 0)] ?? {};
  const initial = { [`${status}.template`]: '0', [`${status}.subject`]: subject, [`${status}.body`]: body };
  return { offered, initial, failed, retry: () => void refetch() };
}

function useStore() {
  const client = useQueryClient();
  return (saved: Case): Case => {
    const { queryKey } = detailsQuery(saved.applicationId);
    client.setQueryData<ApplicationDetails>(queryKey, (shown) => shown && { ...shown, case: saved });
    forgetHandedOut(saved, berlinDay(new Date()));
    return saved;
  };
}

export function CaseForm({ form, user }: { form: CaseFormState; user: User | undefined }) {
  const { base, typed, busy, now, writing, policy } = form;
  const team = useStaffOptions(base.assignee);
  const steps = [base.status, ...nextStatuses[base.status]];
  const control = (field: CaseField) => ({ label: caseLabels[field], ...form.control(field) });
  const mine = user !== undefined && base.assignee?.id === user.id;
  return (
    <form
      // while a message is written, its form is the one with the wrong fields
      ref={writing ? undefined : form.ref}
      noValidate
      className="grid gap-x-6 gap-y-4 sm:grid-cols-2"
      onKeyDown={submitOnControlEnter}
      onSubmit={submitting(form.save)}
    >
      <SelectField
        {...control('status')}
        options={steps.map((value) => ({ value, label: caseStatuses[value].label }))}
        hint={blockHint(base, typed.status, policy)}
        // another status has another usual follow-up
        onChange={({ target }) => form.enter({ status: target.value as CaseStatus, followUpOn: undefined })}
      />
      <TextField
        {...control('followUpOn')}
        type="date"
        min={now.today}
        disabled={isDone(typed.status)}
        hint={isDone(typed.status) ? 'Erledigte Vorgänge haben keine Wiedervorlage.' : undefined}
      />
      {asksReason(base, typed) ? (
        <TextField
          {...control('reason')}
          className="sm:col-span-2"
          autoComplete="off"
          hint="Nur für das Team; er steht im Verlauf."
        />
      ) : null}
      <div>
        <SelectField {...control('assigneeId')} options={team} />
        {mine || !user ? null : (
          <SmallButton
            look="quiet"
            className="-ml-3"
            aria-disabled={busy}
            onClick={() => form.send({ version: base.version, assigneeId: user.id })}
          >
            Mir zuweisen
          </SmallButton>
        )}
      </div>
      <TextField {...control('policyNumber')} autoComplete="off" spellCheck={false} />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 sm:col-span-2">
        <SubmitButton busy={busy} />
        <p className="text-sm text-ink-soft">
          <span>{form.isDirty ? 'Noch nicht gespeichert. ' : ''}</span>
          <span className="max-lg:hidden">Strg + Eingabe speichert aus jedem Feld.</span>
        </p>
      </div>
    </form>
  );
}

/** Before a message is written for a step that will be refused. What is known here may be old, so nothing is locked. */
export function blockHint(base: Case, status: CaseStatus, policy: ConfirmationPolicy): string | undefined {
  const block = status === base.status ? null : blockOf(base.status, status, base, policy);
  if (block === null || block === 'forbidden') return undefined;
  const first = {
    not_applied: 'klären Sie zuerst, wer den Antrag gestellt hat, oder lehnen Sie ihn ab',
    confirmation_open: 'warten Sie, bis der Versicherungsnehmer bestätigt hat',
    advice_owed: 'dokumentieren Sie zuerst die Beratung',
    withdrawal_open: 'schließen Sie zuerst den Widerruf ab',
    restricted: 'schreiben Sie nicht mehr, und geben Sie den Antrag nicht weiter',
  }[block];
  return `${blockSentence(block, base.status, status)}: Bitte ${first}.`;
}
