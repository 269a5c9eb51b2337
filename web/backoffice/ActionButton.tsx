import type { ButtonLook } from '../ui/button';
import { PassingButton } from './table/PassingButton';
import { type Action, useAction } from './useAction';

type Props<Answer> = Action<Answer, void> & {
  label: string;
  busyLabel: string;
  /** Text of a browser dialog that must be confirmed first. */
  question?: string;
  /** Id of the element that names the subject, if the label is the same in every row. */
  describedBy?: string;
  look?: ButtonLook;
  className?: string;
};

export function ActionButton<Answer>(props: Props<Answer>) {
  const { label, busyLabel, question, describedBy, look = 'secondary', className, ...action } = props;
  const { run, busy } = useAction(action);
  return (
    <PassingButton
      look={look}
      size="small"
      aria-describedby={describedBy}
      aria-disabled={busy}
      className={className}
      onClick={() => {
        if (!question || window.confirm(question)) run();
      }}
    >
      {busy ? busyLabel : label}
    </PassingButton>
  );
}
