import { type FormEvent, useState } from 'react';
import { berlinDay } from '#domain/dates';
import type { FieldError } from '#domain/fields';
import {
  type CreatedPreparation,
  checkPreparation,
  type NewPreparation,
} from '#domain/preparations/preparations';
import { api } from '#domain/urls';
import { RequestFailed, request } from '../../api';
import { fieldErrorsOf, sentenceOf, useAction } from '../calls';
import { isTaken, useAttempt } from '../form/unsent';
import { useCallDraft } from './draft';
import { blank, bodyOf, type Typed } from './typed';

export type Sent = CreatedPreparation & Pick<NewPreparation, 'contact' | 'callbackId'>;

export type CallOptions = {
  name: string;
  /** What is known before the call. */
  known: Typed;
  callbackId: string | undefined;
  onSent: (sent: Sent) => void;
  onCallbackGone: () => void;
  onDiscarded: () => void;
};

/** The form of a call: its draft, what is wrong with it, and how it is sent. */
export function useCallForm({ name, known, callbackId, onSent, onCallbackGone, onDiscarded }: CallOptions) {
  const draft = useCallDraft(name);
  // a callback that is deleted meanwhile takes nothing away
  const [base] = useState({ ...blank, ...known });
  const typed = { ...base, ...draft.entered };
  const attempt = useAttempt(undefined, draft.attempt);
  const { refuse, correct, clear, ...refused } = useRefusals();
  const { run, busy } = useAction({
    call: (body: NewPreparation) => request<CreatedPreparation>('POST', api.preparations, body),
    // in place, unless the user has gone on meanwhile
    success: () => (draft.isGone() ? 'Die Einladung ist unterwegs.' : null),
    failure: (error) => (draft.isGone() ? failureOf(error) : null),
    after: (error, { contact, callbackId }, answer) => {
      if (answer) draft.drop();
      if (draft.isGone()) return;
      if (answer) onSent({ ...answer, contact, callbackId });
      if (isTaken(error)) return attempt.refuse();
      if (error) refuse(fieldErrorsOf(error), error);
      if (error instanceof RequestFailed && error.status === 404) onCallbackGone();
    },
  });
  return {
    ...refused,
    typed,
    busy,
    taken: attempt.taken,
    onLoad: () => {
      attempt.end();
      draft.change({ attempt: null });
    },
    isEntered: Object.keys(draft.entered).length > 0,
    enter: (path: string, value: string) => {
      // what is on its way does not change any more
      if (busy) return;
      correct(path);
      draft.change({ entered: { ...draft.entered, [path]: value } });
    },
    onSubmit: (event: FormEvent) => {
      event.preventDefault();
      const id = attempt.id();
      const checked = checkPreparation(berlinDay(new Date()), bodyOf(typed, { id, callbackId }));
      if (!checked.ok) return refuse(checked.errors);
      clear();
      draft.change({ attempt: id });
      run(checked.value);
    },
    discard: () => {
      draft.drop();
      onDiscarded();
    },
  };
}

export type CallForm = ReturnType<typeof useCallForm>;

/** Fields that are wrong, or else why the call failed; and how often that happened. */
function useRefusals() {
  const [errors, setErrors] = useState<readonly FieldError[]>([]);
  const [failure, setFailure] = useState<string | null>(null);
  const [refusals, setRefusals] = useState(0);
  return {
    errors,
    failure,
    refusals,
    errorAt: (path: string) => errors.find((error) => error.path === path)?.message,
    refuse: (found: readonly FieldError[], error?: Error) => {
      setErrors(found);
      setFailure(error && found.length === 0 ? failureOf(error) : null);
      setRefusals((before) => before + 1);
    },
    correct: (path: string) => setErrors(errors.filter((error) => error.path !== path)),
    clear: () => {
      setErrors([]);
      setFailure(null);
    },
  };
}

function failureOf(error: Error): string {
  if (error instanceof RequestFailed && error.sentence) return error.sentence;
  return `${sentenceOf(error, 'Die Einladung konnte nicht gesendet werden.')} Senden Sie ruhig noch einmal, es geht nichts doppelt hinaus.`;
}
