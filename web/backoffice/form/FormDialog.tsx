import { type ReactNode, useState } from 'react';
import { Button, type ButtonLook, SmallButton } from '../../ui/button';
import { TitledDialog } from '../../ui/dialogs';
import { PassingButton } from '../buttons';
import {
  type Fields,
  type FormOptions,
  SubmitButton,
  submitOnControlEnter,
  Taken,
  useForm,
  useKept,
} from './form';

type Options<Typed extends object, Sent, Answer> = Omit<FormOptions<Typed, Sent, Answer>, 'draft'> & {
  submit?: { label: string; busyLabel?: string; look?: ButtonLook };
  /** Names what is typed, so that it is there again when the dialog was closed without sending or cancelling. */
  draft?: string;
  fields: (form: Fields<Typed>) => ReactNode;
};

type Props<Typed extends object, Sent, Answer> = Options<Typed, Sent, Answer> & {
  title: string;
  note?: string;
};

type Shown = { open: boolean; onClose: () => void };

/** A form that is sent from a dialog. It closes after a success; after a failure the entries stay. */
export function FormDialog<Typed extends object, Sent, Answer>(props: Props<Typed, Sent, Answer> & Shown) {
  const { open, title, note, ...form } = props;
  return (
    <TitledDialog open={open} onClose={form.onClose} title={title} text={note}>
      <DialogForm {...form} />
    </TitledDialog>
  );
}

type FormProps<Typed extends object, Sent, Answer> = Options<Typed, Sent, Answer> & Pick<Shown, 'onClose'>;

function DialogForm<Typed extends object, Sent, Answer>(props: FormProps<Typed, Sent, Answer>) {
  const { submit, draft, fields, onClose, ...options } = props;
  const form = useForm<Typed, Sent, Answer>({
    ...options,
    draft: useKept(draft),
    after: (error, sent, answer) => {
      if (!error) close(form.end);
      return options.after?.(error, sent, answer);
    },
  });
  const close = (settle: () => void) => {
    settle();
    onClose();
  };
  return (
    <form
      ref={form.ref}
      noValidate
      className="mt-6 space-y-4"
      onKeyDown={submitOnControlEnter}
      onSubmit={form.onSubmit}
    >
      {fields(form)}
      {/* what was typed is there when it is opened again */}
      {form.taken ? <Taken onLoad={() => close(form.goOn)} /> : null}
      <div className="flex flex-wrap justify-end gap-3 pt-4">
        <Button look="secondary" onClick={() => close(form.discard)}>
          Abbrechen
        </Button>
        <SubmitButton busy={form.busy} busyLabel={submit?.busyLabel} look={submit?.look}>
          {submit?.label}
        </SubmitButton>
      </div>
    </form>
  );
}

type Opener<Typed extends object, Sent, Answer> = Props<Typed, Sent, Answer> & {
  label: string;
  look?: ButtonLook;
  /** Id of the element that names the row with which the button may go away. */
  describedBy?: string;
};

export function FormDialogButton<Typed extends object, Sent, Answer>(props: Opener<Typed, Sent, Answer>) {
  const { label, look, describedBy, ...dialog } = props;
  const [open, setOpen] = useState(false);
  const OpenButton = describedBy ? PassingButton : SmallButton;
  return (
    <>
      <OpenButton look={look} aria-describedby={describedBy} onClick={() => setOpen(true)}>
        {label}
      </OpenButton>
      <FormDialog {...dialog} open={open} onClose={() => setOpen(false)} />
    </>
  );
}
