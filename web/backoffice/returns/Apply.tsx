import { useState } from 'react';
import { caseStatuses, isMessageStatus } from '#domain/cases/statuses';
import { check } from '#domain/fields';
import { counted } from '#domain/format';
import { applyRequest, type MatchedLine, type ReturnResult } from '#domain/returns/returns';
import { api, href } from '#domain/urls';
import { longPatience, request } from '../../api';
import { Button } from '../../ui/button';
import { FormDialog } from '../form/FormDialog';
import { SelectionBar } from '../table/selection';

type Props = {
  /** Of the file. */
  id: string;
  /** The ticked ones. */
  lines: readonly MatchedLine[];
  notify: boolean;
  onChange: (part: { ticked?: ReadonlySet<string>; notify?: boolean }) => void;
  onApplied: (result: ReturnResult) => void;
};

/** The bar of the ticked lines. Asks before they are applied. The same again are safe: they are applied once. */
export function Apply({ id, lines, notify, onChange, onApplied }: Props) {
  const [open, setOpen] = useState(false);
  const mails = lines.filter(writes).length;
  return (
    <SelectionBar
      text={lines.length > 0 ? `${counted(lines.length, 'Zeile', 'Zeilen')} ausgewählt` : null}
      onClear={() => onChange({ ticked: new Set() })}
    >
      <label className="flex items-center gap-2">
        <input
          type="checkbox"
          className="size-6 shrink-0 accent-green-800 xl:size-5"
          checked={notify}
          onChange={({ target }) => onChange({ notify: target.checked })}
        />
        <span>
          E-Mail an die Antragsteller senden{' '}
          <span className="text-sm whitespace-nowrap text-ink-soft">
            {`(${counted(mails, 'E-Mail', 'E-Mails')})`}
          </span>
        </span>
      </label>
      <Button size="small" onClick={() => setOpen(true)}>
        {`${counted(lines.length, 'Änderung', 'Änderungen')} übernehmen`}
      </Button>
      <FormDialog
        open={open}
        onClose={() => setOpen(false)}
        title="Änderungen übernehmen?"
        note={noteOf(lines, notify ? mails : 0)}
        initial={{}}
        check={(_, attempt) =>
          check(applyRequest, { id: attempt, lines: lines.map(({ line }) => line), notify })
        }
        call={async (body) => {
          const result = await request<ReturnResult>('POST', href(api.applyReturn, { id }), body, {
            patience: longPatience,
          });
          onApplied(result);
          return result;
        }}
        success={() => null}
        failure="Die Änderungen konnten nicht übernommen werden. Ihre Auswahl ist noch da."
        submit={{ label: 'Jetzt übernehmen', busyLabel: 'Wird übernommen...' }}
        fields={() => null}
      />
    </SelectionBar>
  );
}

/** Who is policed or declined has a message; a question of the insurer is the staff's. */
function writes({ from, to }: MatchedLine): boolean {
  return to !== null && to !== from && isMessageStatus(to);
}

function noteOf(lines: readonly MatchedLine[], mails: number): string {
  // the policy number alone is no step
  const steps = lines.map(({ from, to }) => (to === from ? null : to));
  const sentences = [...new Set(steps)].map((to) => {
    const { length } = steps.filter((step) => step === to);
    const cases = counted(length, 'Vorgang', 'Vorgänge');
    return to === null
      ? `${cases} ${length === 1 ? 'bekommt' : 'bekommen'} eine Versicherungsscheinnummer.`
      : `${cases} ${length === 1 ? 'wird' : 'werden'} auf „${caseStatuses[to].label}“ gesetzt.`;
  });
  return [...sentences, mailSentence(mails)].join(' ');
}

function mailSentence(count: number): string {
  if (count === 0) return 'Es werden keine E-Mails gesendet.';
  return counted(count, 'E-Mail geht an einen Antragsteller.', 'E-Mails gehen an die Antragsteller.');
}
