import { Button, type ButtonLook } from '../ui/button';
import { type Action, useAction } from './useAction';

type Props<Answer> = Action<Answer, void> & {
  label: string;
  /** In place of the label while it is done. */
  busyLabel: string;
  /** Asked by the browser before it is done. */
  question?: string;
  /** Element that says what it is done to, where the label is the same in every row. */
  describedBy?: string;
  look?: ButtonLook;
  className?: string;
};

/** A button that does something on the server. */
export function ActionButton<Answer>(props: Props<Answer>) {
  const { label, busyLabel, question, describedBy, look = 'secondary', className, ...action } = props;
  const { run, busy } = useAction(action);
  return (
    <Button
      look={look}
      size="small"
      aria-describedby={describedBy}
      // not `disabled`: that would take the focus away
      aria-disabled={busy}
      className={className}
      onClick={() => {
        if (!busy && (!question || window.confirm(question))) run();
      }}
    >
      {busy ? busyLabel : label}
    </Button>
  );
}
