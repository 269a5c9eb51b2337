import { type ReactNode, useId } from 'react';
import { Dialog, type DialogProps } from './dialog';

type Titled = Omit<DialogProps, 'labelledBy' | 'describedBy'> & {
  title: string;
  /** Read out after the title. */
  text?: ReactNode;
};

export function TitledDialog({ title, text, children, ...dialog }: Titled) {
  const titleId = useId();
  const textId = useId();
  return (
    <Dialog {...dialog} labelledBy={titleId} describedBy={text ? textId : undefined}>
      <h2 id={titleId} className="text-2xl text-green-900 wrap-anywhere">
        {title}
      </h2>
      {text ? (
        <div id={textId} className="mt-3 space-y-4 wrap-anywhere text-ink-soft">
          {text}
        </div>
      ) : null}
      {children}
    </Dialog>
  );
}
