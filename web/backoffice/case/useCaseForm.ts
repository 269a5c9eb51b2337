import { useState } from 'react';
import type { Case } from '#domain/backoffice/cases';
import type { NewMessage } from '#domain/backoffice/messages';
import { isMessageStatus, type MessageStatus } from '#domain/cases/statuses';
import { berlinDay } from '#domain/dates';
import { useAfterSession, useDraft } from '../form/drafts';
import { type CaseEdits, type CaseField, changesOf, errorsIn, valuesOf, without } from './edits';
import { type SentChange, useCaseChange } from './useCaseChange';

export type CaseFormState = ReturnType<typeof useCaseForm>;

type Options = {
  found: Case;
  /** Called after each change that is stored. */
  onDone: () => void;
};

/** The fields of the region with their entries, and what can be done with them. */
export function useCaseForm({ found, onDone }: Options) {
  const entries = useEntries(found);
  const { base, edits, changes, today } = entries;
  /** The status whose message is being written. */
  const [writing, setWriting] = useState<MessageStatus | null>(null);
  const [steps, setSteps] = useState(0);
  const change = useCaseChange({
    id: found.applicationId,
    onSaved: (saved, sent) => {
      entries.settle(saved, Object.keys(sent));
      setWriting(null);
      if (sent.status) setSteps((before) => before + 1);
      onDone();
    },
    // the text stays for the next time, and both values are shown below
    onConflict: () => setWriting(null),
    onWrongMessage: setWriting,
  });
  const send = (message?: NewMessage) => change.run({ version: base.version, ...changes, message });
  const save = () => {
    const errors = errorsIn(base, changes, today);
    change.setErrors(errors);
    if (errors.length > 0) return;
    if (changes.status && isMessageStatus(changes.status)) setWriting(changes.status);
    else if (entries.dirty) send();
    else onDone();
  };
  const edit = (field: CaseField, value: string) => {
    change.setErrors(change.errors.filter(({ path }) => path !== field));
    entries.edit(field, value);
  };
  return {
    ...{ today, base, change, writing, send, save, edit },
    values: valuesOf(base, edits, today),
    dirty: entries.dirty,
    /** How many steps were taken here: each has a message of its own. */
    steps,
    stopWriting: () => setWriting(null),
    assignTo: (assigneeId: string) => change.run({ version: base.version, assigneeId }),
    ...answersTo(change, entries),
  };
}

type Entries = ReturnType<typeof useEntries>;

/**
 * What the user has entered. It is about the case that the user saw when the first entry was made: what others change
 * meanwhile is found out by its version when it is saved.
 */
function useEntries(found: Case) {
  const [today] = useState(() => berlinDay(new Date()));
  const kept = useDraft<{ base: Case; edits: CaseEdits }>(`case ${found.applicationId}`);
  const [base, setBase] = useState(kept.found?.base ?? found);
  const [edits, setEdits] = useState<CaseEdits>(kept.found?.edits ?? {});
  const changes = changesOf(base, edits, today);
  const dirty = Object.keys(changes).length > 0;
  useAfterSession(kept, dirty ? { base, edits } : null);
  if (!dirty && base !== found && found.version >= base.version) setBase(found);
  return {
    ...{ today, base, edits, changes, dirty },
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

/** What the user may do about a conflict. */
function answersTo({ conflict, run, clearConflict }: ReturnType<typeof useCaseChange>, entries: Entries) {
  const { edits, today } = entries;
  /** The entries that the refused change was made of: no others are saved with it. */
  const wanted = conflict ? editsOf(conflict.sent) : edits;
  return {
    wanted,
    /** Saves in spite of what somebody else has changed. */
    insist: () => {
      if (!conflict) return;
      const { current, sent } = conflict;
      const left = changesOf(current, wanted, today);
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
