import { Object as ObjectType } from 'typebox';
import { assignee, type BulkResult, type Case, followUp } from '#domain/cases/staff';
import { invalidChanges } from '#domain/cases/statuses';
import { berlinDay } from '#domain/dates';
import { check, rule } from '#domain/fields';
import { api } from '#domain/urls';
import { longPatience, request } from '../../../api';
import { SelectField, TextField } from '../../../ui/fields';
import { FormDialog } from '../../form/FormDialog';
import { useStaffOptions, useToday } from '../queries';
import type { SkippedCases } from '../Skipped';

type Props = {
  cases: readonly Case[];
  open: boolean;
  onClose: () => void;
  onSkipped: (skipped: SkippedCases) => void;
};

function bulkOf({ cases, onSkipped, open, onClose }: Props) {
  return {
    open,
    onClose,
    call: async (field: object) => {
      const versions = cases.map(({ applicationId, version }) => ({ id: applicationId, version }));
      const answer = await request<BulkResult>(
        'POST',
        api.bulkCases,
        { cases: versions, ...field },
        { patience: longPatience },
      );
      onSkipped({ skipped: answer.skipped, cases });
      return answer;
    },
    success: ({ changed }: BulkResult) =>
      changed === 1 ? '1 Vorgang wurde geändert.' : `${changed} Vorgänge wurden geändert.`,
    failure: 'Die Vorgänge konnten nicht geändert werden.',
  };
}

const assignment = ObjectType({ assigneeId: assignee });

export function BulkAssign(props: Props) {
  const options = useStaffOptions();
  return (
    <FormDialog
      {...bulkOf(props)}
      title="Vorgänge zuweisen"
      note={countOf(props.cases)}
      initial={{ assigneeId: '' }}
      check={({ assigneeId }) => check(assignment, { assigneeId: assigneeId || null })}
      fields={({ control }) => (
        <SelectField label="Bearbeiter" options={options} {...control('assigneeId')} />
      )}
    />
  );
}

// asked each time: the dialog may be open at midnight
const today = () => berlinDay(new Date());
const newFollowUp = ObjectType({
  followUpOn: rule(followUp, (day) => day >= today(), invalidChanges.past),
});

export function BulkFollowUp(props: Props) {
  const { calendar } = useToday();
  return (
    <FormDialog
      {...bulkOf(props)}
      title="Wann wieder vorlegen?"
      note={countOf(props.cases)}
      initial={{ followUpOn: calendar.workingDaysAfter(today(), 1) }}
      check={(typed) => check(newFollowUp, typed)}
      fields={({ control }) => (
        <TextField label="Wiedervorlage" type="date" min={today()} aria-required {...control('followUpOn')} />
      )}
    />
  );
}

function countOf({ length }: readonly Case[]): string {
  return length === 1 ? 'Für den ausgewählten Vorgang.' : `Für ${length} ausgewählte Vorgänge.`;
}
