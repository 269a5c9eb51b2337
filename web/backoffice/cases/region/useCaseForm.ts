import { useState } from 'react';
import type { MessageText } from '#domain/cases/messages';
import type { Case } from '#domain/cases/staff';
import { type ConfirmationPolicy, isMessageStatus, type MessageStatus } from '#domain/cases/statuses';
import { useAfterSession, useAttempt, useDraft } from '../../form/unsent';
import { useToday } from '../useToday';
import { type CaseEdits, type CaseField, changesOf, errorsIn, sentOf, valuesOf, without } from './edits';
import { type SentChange, useCaseChange } from './useCaseChange';

export type CaseFormState = ReturnType<typeof useCaseForm>;

type Options = {
  found: Case;
  policy: ConfirmationPolicy;
  onDone: () => void;
};

export function useCaseForm({ found, policy, onDone }: Options) {
  const entries = useEntries(found);
  const { base, edits, changes, now } = entries;
  const { write, end, ...step } = useMessageStep();
  const { attempt } = step;
  const change = useCaseChange({
    id: found.applicationId,
    onSaved: (saved, sent) => {
      entries.settle(saved, Object.keys(sent));
      end(sent.status !== undefined);
      onDone();
    },
    // the text stays for the next time, and both values are shown below
    onConflict: () => write(null),
    onTaken: attempt.refuse,
    onWrongMessage: write,
  });
  const send = (text?: MessageText) => {
    const message = text && { id: attempt.id(), ...text };
    change.run({ version: base.version, ...sentOf(base, edits, now), message });
  };
  const save = () => {
    const errors = errorsIn(base, changes, now.today);
    change.setErrors(errors);
    if (errors.length > 0) return;
    if (changes.status && isMessageStatus(changes.status)) write(changes.status);
    else if (entries.dirty) send();
    else onDone();
  };
  const edit = (field: CaseField, value: string) => {
    change.setErrors(change.errors.filter(({ path }) => path !== field));
    entries.edit(field, value);
  };
  return {
    ...{ ...now, base, policy, change, send, save, edit, ...step },
    values: valuesOf(base, edits, now),
    dirty: entries.dirty,
    /** Goes on with the step that an earlier attempt has taken. */
    acceptStored: () => {
      entries.settle(found, ['status', 'reason', 'followUpOn']);
      end(true);
    },
    /** A change of nothing: whoever saves a case has read its answer. */
    read: () => change.run({ version: base.version }),
    assignTo: (assigneeId: string) => change.run({ version: base.version, assigneeId }),
    ...answersTo(change, entries),
  };
}

function useMessageStep() {
  const [writing, write] = useState<MessageStatus | null>(null);
  const [steps, setSteps] = useState(0);
  const attempt = useAttempt(undefined);
  return {
    writing,
    /** How many steps were taken here: each has a message of its own. */
    steps,
    attempt,
    write,
    stopWriting: () => write(null),
    end: (isStep: boolean) => {
      write(null);
      attempt.end();
      if (isStep) setSteps((before) => before + 1);
    },
  };
}

type Entries = ReturnType<typeof useEntries>;

/**
 * What the user has entered. It is about the case that the user saw when the first entry was made: what others change
 * meanwhile is found out by its version when it is saved.
 */
function useEntries(found: Case) {
  const now = useToday();
  const kept = useDraft<{ base: Case; edits: CaseEdits }>(`case ${found.applicationId}`);
  const [base, setBase] = useState(kept.found?.base ?? found);
  const [edits, setEdits] = useState<CaseEdits>(kept.found?.edits ?? {});
  const changes = changesOf(base, edits, now);
  const dirty = Object.keys(changes).length > 0;
  useAfterSession(kept, dirty ? { base, edits } : null);
  if (!dirty && base !== found && found.version >= base.version) setBase(found);
  return {
    ...{ now, base, edits, changes, dirty },
    edit: (field: CaseField, value: string) =>
      // another status has another usual follow-up
      setEdits((before) => ({
        ...without(before, field === 'status' ? ['followUpOn'] : []),
        [field]: value,
      })),
    /** Goes on with a stored case, without the entries about these fields. */
    settle: (stored: Case, fields: readonly string[]) => {
      setBase(stored);
      setEdits((before) => without(before, fields));
    },
  };
}

function answersTo({ conflict, run, clearConflict }: ReturnType<typeof useCaseChange>, entries: Entries) {
  const { edits, now } = entries;
  /** The entries that the refused change was made of: no others are saved with it. */
  const { followUpOn, ...others } = conflict ? editsOf(conflict.sent) : edits;
  // what a step proposes is no entry
  const wanted = edits.followUpOn === undefined ? others : { ...others, followUpOn };
  return {
    wanted,
    insist: () => {
      if (!conflict) return;
      const { current, sent } = conflict;
      const left = sentOf(current, wanted, now);
      run({ version: current.version, ...left, message: left.status ? sent.message : undefined });
    },
    /** Shows what is stored in these fields. Other entries stay. */
    load: (fields: readonly string[]) => {
      if (!conflict) return;
      // the reason goes with its step
      const isStep = fields.includes('status');
      entries.settle(conflict.current, isStep ? [...fields, 'reason'] : fields);
      clearConflict();
    },
  };
}

/** The entries that a change was made of. An assignment on its own is among no entries of the form. */
function editsOf({ version: _, message: __, ...changes }: SentChange): CaseEdits {
  const texts = Object.entries(changes).map(([field, value]) => [field, value ?? '']);
  return Object.fromEntries(texts);
}
