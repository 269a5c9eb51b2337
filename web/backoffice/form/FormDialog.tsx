import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { DefaultValues, FieldErrors, FieldValues, UseFormRegister, UseFormWatch } from 'react-hook-form';
import type { Checked, FieldError } from '#domain/fields';
import { Button, type ButtonLook } from '../../ui/button';
import { TitledDialog } from '../../ui/dialogs';
import { PassingButton } from '../buttons';
import { type Action, fieldErrorsOf, useAction } from '../calls';
import { SubmitButton, submitOnControlEnter, useCheckedForm } from './checked-form';
import { Taken } from './Taken';
import { isTaken, unlessTaken, useAttempt, useDraft } from './unsent';

type Fields<Typed extends FieldValues> = {
  register: UseFormRegister<Typed>;
  errors: FieldErrors<Typed>;
  watch: UseFormWatch<Typed>;
};

type Form<Typed extends FieldValues, Sent, Answer> = Omit<Action<Answer, Sent>, 'after'> & {
  initial: DefaultValues<Typed> | (() => DefaultValues<Typed>);
  /** Makes what is sent of what was typed, or says what is wrong with it. `id` is for what shall be stored once. */
  check: (typed: Typed, id: string) => Checked<Sent>;
  /** The button, and what replaces its words while the call runs. */
  submit?: { label: string; busyLabel?: string; look?: ButtonLook };
  /** What a failure says about fields; by default what the server says. */
  fieldErrors?: (error: Error) => readonly FieldError[];
  fields: (form: Fields<Typed>) => ReactNode;
  /** Whether the dialog closes; by default after each success. */
  isDone?: (answer: Answer | undefined) => boolean;
  /** Names what is typed, so that it is there again when the dialog was closed without sending or cancelling. */
  draft?: string;
};

type Shown = { open: boolean; onClose: () => void };

type Props<Typed extends FieldValues, Sent, Answer> = Form<Typed, Sent, Answer> & {
  title: string;
  note?: string;
};

/**
 * A form that is sent from a dialog. It closes after a success; after a failure the entries stay. Each opening begins
 * with the initial values, or with its draft.
 */
export function FormDialog<Typed extends FieldValues, Sent, Answer>({
  open,
  onClose,
  title,
  note,
  ...form
}: Props<Typed, Sent, Answer> & Shown) {
  return (
    <TitledDialog open={open} onClose={onClose} title={title} text={note}>
      <DialogForm {...form} onClose={onClose} />
    </TitledDialog>
  );
}

function DialogForm<Typed extends FieldValues, Sent, Answer>({
  initial,
  check,
  submit,
  fields,
  fieldErrors = fieldErrorsOf,
  draft,
  isDone = () => true,
  onClose,
  ...action
}: Form<Typed, Sent, Answer> & { onClose: () => void }) {
  const kept = useDraft<Partial<Typed>>(draft);
  const attempt = useAttempt(draft);
  const [defaultValues] = useState<DefaultValues<Typed>>(() => ({
    ...(typeof initial === 'function' ? initial() : initial),
    ...kept.found,
  }));
  const { ref, register, handleSubmit, formState, refuse, watch, getValues } = useCheckedForm(
    defaultValues,
    (typed) => check(typed, attempt.id()),
  );
  const settle = useKept(kept, getValues);
  const close = () => {
    settle();
    onClose();
  };
  const after = (error: Error | null, _: Sent, answer: Answer | undefined) => {
    if (isTaken(error)) return attempt.refuse();
    if (error) return refuse(fieldErrors(error));
    attempt.end();
    if (isDone(answer)) close();
  };
  const { run, busy } = useAction({ ...action, failure: unlessTaken(action.failure), after });
  const send = (sent: Sent) => {
    attempt.begin();
    run(sent);
  };
  return (
    <form
      ref={ref}
      noValidate
      className="mt-6 space-y-4"
      onKeyDown={submitOnControlEnter}
      onSubmit={handleSubmit(send)}
    >
      {fields({ register, errors: formState.errors, watch })}
      {attempt.taken ? (
        <Taken
          onLoad={() => {
            attempt.end();
            // what was typed is there when it is opened again
            onClose();
          }}
        />
      ) : null}
      <div className="flex flex-wrap justify-end gap-3 pt-4">
        <Button
          look="secondary"
          onClick={() => {
            if (attempt.taken) attempt.end();
            close();
          }}
        >
          Abbrechen
        </Button>
        <SubmitButton busy={busy} busyLabel={submit?.busyLabel} look={submit?.look}>
          {submit?.label}
        </SubmitButton>
      </div>
    </form>
  );
}

/**
 * Keeps what is typed when the form goes away, unless `settle` is called: it was sent or cancelled. Escape while it is
 * sent comes before that.
 */
function useKept<Typed extends FieldValues>(
  { keep, drop }: ReturnType<typeof useDraft<Partial<Typed>>>,
  getValues: () => Typed,
) {
  const settled = useRef(false);
  const leave = useEffectEvent(() => {
    const typed = getValues();
    const blank = Object.values(typed).every((value) => value === '' || value === false);
    if (settled.current || blank) drop();
    else keep(typed);
  });
  useEffect(() => () => leave(), []);
  return () => {
    settled.current = true;
    drop();
  };
}

type OpenerProps<Typed extends FieldValues, Sent, Answer> = Props<Typed, Sent, Answer> & {
  label: string;
  /** Id of the element that names the subject, because the label is the same in every row. */
  describedBy: string;
};

export function FormDialogButton<Typed extends FieldValues, Sent, Answer>({
  label,
  describedBy,
  ...dialog
}: OpenerProps<Typed, Sent, Answer>) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <PassingButton
        look="secondary"
        size="small"
        aria-describedby={describedBy}
        onClick={() => setOpen(true)}
      >
        {label}
      </PassingButton>
      <FormDialog {...dialog} open={open} onClose={() => setOpen(false)} />
    </>
  );
}
