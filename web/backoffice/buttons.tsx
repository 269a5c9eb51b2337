import { type ComponentProps, useLayoutEffect, useRef } from 'react';
import { Button, type ButtonLook } from '../ui/button';
import { type Action, useAction } from './calls';
import { focusTitle } from './Page';

type ActionButtonProps<Answer> = Action<Answer, void> & {
  label: string;
  busyLabel: string;
  question?: string;
  /** Id of the element that names the subject, if the label is the same in every row. */
  describedBy?: string;
  look?: ButtonLook;
  className?: string;
};

export function ActionButton<Answer>(props: ActionButtonProps<Answer>) {
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

/** A button that its own action may take away, such as that of a row which it deletes: the title gets its focus. */
export function PassingButton(props: ComponentProps<typeof Button>) {
  const button = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    const shown = button.current;
    return () => {
      if (document.activeElement === shown) focusTitle();
    };
  }, []);
  return <Button ref={button} {...props} />;
}
