import { type CaseStatus, caseStatuses } from '#domain/cases/statuses';
import { check } from '#domain/fields';
import { applyRequest, type MatchedLine, type ReturnResult } from '#domain/returns/returns';
import { api, href } from '#domain/urls';
import { longPatience, request } from '../../api';
import { FormDialog } from '../form/FormDialog';

type Props = {
  /** Of the file. */
  id: string;
  lines: readonly MatchedLine[];
  mails: number;
  notify: boolean;
  open: boolean;
  onClose: () => void;
  onApplied: (result: ReturnResult) => void;
};

/** Asks before the lines are applied. The same lines again are safe: they are applied once. */
export function ApplyDialog({ id, lines, mails, notify, open, onClose, onApplied }: Props) {
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title="Änderungen übernehmen?"
      note={noteOf(lines, mails)}
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
  );
}

function noteOf(lines: readonly MatchedLine[], mails: number): string {
  const steps = lines.map(stepOf);
  const sentences = [...new Set(steps)].map((to) =>
    stepSentence(to, steps.filter((step) => step === to).length),
  );
  return [...sentences, mailSentence(mails)].join(' ');
}

/** Null: only the policy number is added. */
function stepOf({ from, to }: MatchedLine): CaseStatus | null {
  return to === from ? null : to;
}

function stepSentence(to: CaseStatus | null, count: number): string {
  const cases = count === 1 ? '1 Vorgang' : `${count.toLocaleString('de-DE')} Vorgänge`;
  if (to === null) return `${cases} ${count === 1 ? 'bekommt' : 'bekommen'} eine Versicherungsscheinnummer.`;
  return `${cases} ${count === 1 ? 'wird' : 'werden'} auf „${caseStatuses[to].label}“ gesetzt.`;
}

function mailSentence(count: number): string {
  if (count === 0) return 'Es werden keine E-Mails gesendet.';
  return count === 1
    ? '1 E-Mail geht an einen Antragsteller.'
    : `${count.toLocaleString('de-DE')} E-Mails gehen an die Antragsteller.`;
}
