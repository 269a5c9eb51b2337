import { useState } from 'react';
import { isMessageStatus } from '#domain/cases/statuses';
import type { MatchedLine, ReturnResult } from '#domain/returns/returns';
import { Button } from '../../ui/button';
import { CheckboxField } from '../../ui/fields';
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

export function Apply({ id, lines, notify, onChange, onApplied }: Props) {
  const [open, setOpen] = useState(false);
  const mails = lines.filter(writes).length;
  return (
    <div className="mt-6 max-w-3xl space-y-4">
      <CheckboxField
        name="notify"
        label="E-Mail an die Antragsteller senden"
        hint={mailHint(mails)}
        checked={notify}
        onChange={({ target }) => onChange({ notify: target.checked })}
      />
      <Button disabled={lines.length === 0} onClick={() => setOpen(true)}>
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
    </div>
  );
}

/** The insurer's decision is a step that has a message. */
function writes({ from, to }: MatchedLine): boolean {
  return to !== null && to !== from && isMessageStatus(to);
}

function changesWords(count: number): string {
  return count === 1 ? '1 Änderung übernehmen' : `${count.toLocaleString('de-DE')} Änderungen übernehmen`;
}

function mailHint(count: number): string {
  const mails = count === 1 ? 'Das wäre 1 E-Mail' : `Das wären ${count.toLocaleString('de-DE')} E-Mails`;
  return `${mails}: für jeden Vorgang, der „Policiert“ oder „Abgelehnt“ wird, die übliche Nachricht zu diesem Stand.`;
}
