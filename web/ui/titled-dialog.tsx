import { type ReactNode, useId } from 'react';
import { Dialog } from './dialog';

type Props = {
  open: boolean;
  onClose: () => void;
  title: string;
  /** What screen readers read out when it opens, after the title: they start at the focus, below it. */
  text?: ReactNode;
  /** For long texts. */
  wide?: boolean;
  children: ReactNode;
};

/** A dialog with its title and a text at the top. */
export function TitledDialog({ title, text, children, ...dialog }: Props) {
  const titleId = useId();
  const textId = useId();
  return (
    <Dialog {...dialog} labelledBy={titleId} describedBy={text ? textId : undefined}>
      <h2 id={titleId} className="text-2xl text-green-900">
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
