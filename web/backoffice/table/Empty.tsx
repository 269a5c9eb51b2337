import type { ReactNode } from 'react';
import { EmptyScene } from '../../illustrations/EmptyScene';
import { Button } from '../../ui/button';

type Props = {
  title: string;
  /** For an empty list beside other content. */
  small?: boolean;
  note?: string;
  children?: ReactNode;
};

/** Goes on from a list in which a search or a filter has found nothing. */
export function WayOn({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <Button look="secondary" size="small" onClick={onClick}>
      {label}
    </Button>
  );
}

export function Empty({ title, small = false, note, children }: Props) {
  return (
    <div
      className={`flex flex-col items-center rounded-card border border-line bg-white text-center shadow-card ${small ? 'px-4 py-8' : 'gap-4 px-6 py-12'}`}
    >
      <EmptyScene className={small ? 'h-28' : 'w-48'} />
      <p
        className={
          small ? 'mt-3 font-semibold text-green-900' : 'font-serif text-xl font-semibold text-green-900'
        }
      >
        {title}
      </p>
      {note ? <p className="mt-1 max-w-md text-sm text-ink-soft">{note}</p> : null}
      {children}
    </div>
  );
}
