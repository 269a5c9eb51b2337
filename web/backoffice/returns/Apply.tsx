import { useState } from 'react';
import { isMessageStatus } from '#domain/cases/statuses';
import type { MatchedLine, ReturnResult } from '#domain/returns/returns';
import { Button } from '../../ui/button';
import { ApplyDialog } from './ApplyDialog';

type Props = {
  /** Of the file. */
  id: string;
  /** The ticked ones. */
  lines: readonly MatchedLine[];
  notify: boolean;
  onChange: (part: { notify: boolean }) => void;
  onApplied: (result: ReturnResult) => void;
};

/** For the bar of the ticked lines. */
export function Apply({ id, lines, notify, onChange, onApplied }: Props) {
  const [open, setOpen] = useState(false);
  const mails = lines.filter(writes).length;
  return (
    <>
      <label className="flex items-center gap-2">
        <input
          type="checkbox"
          className="size-6 shrink-0 accent-green-800 xl:size-5"
          checked={notify}
          onChange={({ target }) => onChange({ notify: target.checked })}
        />
        <span>
          E-Mail an die Antragsteller senden{' '}
          <span className="text-sm whitespace-nowrap text-ink-soft">{mailsWords(mails)}</span>
        </span>
      </label>
      <Button size="small" onClick={() => setOpen(true)}>
        {changesWords(lines.length)}
      </Button>
      <ApplyDialog
        id={id}
        lines={lines}
        mails={notify ? mails : 0}
        notify={notify}
        open={open}
        onClose={() => setOpen(false)}
        onApplied={onApplied}
      />
    </>
  );
}

/** Who is policed or declined has a message; a question of the insurer is the staff's. */
function writes({ from, to }: MatchedLine): boolean {
  return to !== null && to !== from && isMessageStatus(to);
}

function changesWords(count: number): string {
  return count === 1 ? '1 Änderung übernehmen' : `${count.toLocaleString('de-DE')} Änderungen übernehmen`;
}

function mailsWords(count: number): string {
  return count === 1 ? '(1 E-Mail)' : `(${count.toLocaleString('de-DE')} E-Mails)`;
}
