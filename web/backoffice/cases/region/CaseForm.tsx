import type { User } from '#domain/accounts/user';
import type { Case } from '#domain/cases/staff';
import {
  blockOf,
  blockSentence,
  type CaseStatus,
  type ConfirmationPolicy,
  caseStatuses,
  isDone,
} from '#domain/cases/statuses';
import { Button } from '../../../ui/button';
import { SelectField, TextField } from '../../../ui/fields';
import { SubmitButton, submitOnControlEnter, useFirstError } from '../../form/checked-form';
import { useStaffOptions } from '../queries';
import { asksReason, type CaseField, caseLabels } from './edits';
import type { CaseFormState } from './useCaseForm';

type Props = { form: CaseFormState; user: User | undefined };

export function CaseForm({ form, user }: Props) {
  const { base, values, change, today, policy } = form;
  const team = useStaffOptions(base.assignee);
  const ref = useFirstError(change.errors);
  const control = (field: CaseField) => ({
    name: field,
    label: caseLabels[field],
    value: values[field],
    error: change.errorOf(field),
    onChange: ({ target }: { target: { value: string } }) => form.edit(field, target.value),
  });
  const mine = user !== undefined && base.assignee?.id === user.id;
  return (
    <form
      ref={ref}
      noValidate
      className="grid gap-x-6 gap-y-4 sm:grid-cols-2"
      onKeyDown={submitOnControlEnter}
      onSubmit={(event) => {
        event.preventDefault();
        form.save();
      }}
    >
      <SelectField
        {...control('status')}
        options={[base.status, ...caseStatuses[base.status].next].map((value) => ({
          value,
          label: caseStatuses[value].label,
        }))}
        hint={blockHint(base, values.status, policy)}
      />
      <TextField
        {...control('followUpOn')}
        type="date"
        min={today}
        disabled={isDone(values.status)}
        hint={isDone(values.status) ? 'Erledigte Vorgänge haben keine Wiedervorlage.' : undefined}
      />
      {asksReason(base, values) ? (
        <TextField
          {...control('reason')}
          className="sm:col-span-2"
          autoComplete="off"
          hint="Nur für das Team; er steht im Verlauf."
        />
      ) : null}
      <div>
        <SelectField {...control('assigneeId')} options={team} />
        {mine || !user ? null : (
          <Button
            look="quiet"
            size="small"
            className="-ml-3"
            aria-disabled={change.busy}
            onClick={() => form.assignTo(user.id)}
          >
            Mir zuweisen
          </Button>
        )}
      </div>
      <TextField {...control('policyNumber')} autoComplete="off" spellCheck={false} />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 sm:col-span-2">
        <SubmitButton busy={change.busy} />
        <p className="text-sm text-ink-soft">
          <span>{form.dirty ? 'Noch nicht gespeichert. ' : ''}</span>
          <span className="max-lg:hidden">Strg + Eingabe speichert aus jedem Feld.</span>
        </p>
      </div>
    </form>
  );
}

/** Before a message is written for a step that will be refused. What is known here may be old, so nothing is locked. */
export function blockHint(base: Case, status: CaseStatus, policy: ConfirmationPolicy): string | undefined {
  const block = status === base.status ? null : blockOf(base.status, status, base, policy);
  if (block === null || block === 'forbidden') return undefined;
  const first = {
    not_applied: 'klären Sie zuerst, wer den Antrag gestellt hat, oder lehnen Sie ihn ab',
    confirmation_open: 'warten Sie, bis der Versicherungsnehmer bestätigt hat',
    advice_owed: 'dokumentieren Sie zuerst die Beratung',
    withdrawal_open: 'schließen Sie zuerst den Widerruf ab',
    restricted: 'schreiben Sie nicht mehr, und geben Sie den Antrag nicht weiter',
  }[block];
  return `${blockSentence(block, base.status, status)}: Bitte ${first}.`;
}
