import { caseStatuses } from '#domain/cases/statuses';
import { Button } from '../../../ui/button';
import { takesFocus } from '../../../ui/focus';
import { useStaffOptions } from '../queries';
import { type Difference, differencesOf } from './edits';
import type { CaseConflict } from './useCaseChange';
import type { CaseFormState } from './useCaseForm';

type Props = {
  form: CaseFormState;
  conflict: CaseConflict;
  /** The box goes away, and the focus with it. */
  onLoaded: () => void;
};

export function Conflict({ form, conflict: { sentence, current, sent }, onLoaded }: Props) {
  const names = new Map(useStaffOptions(current.assignee).map(({ value, label }) => [value, label]));
  const rows = differencesOf(form, current, names);
  const message = sent.message !== undefined && current.status === sent.status;
  return (
    <div
      ref={takesFocus}
      role="alert"
      tabIndex={-1}
      className="rounded-control border border-saddle-300 bg-saddle-50 p-4"
    >
      <p className="font-semibold">{sentence}</p>
      {rows.length > 0 ? <Differences rows={rows} /> : null}
      {message ? (
        <p className="mt-3">
          {`Ihre Nachricht wird nicht gesendet: Der Vorgang steht schon auf „${caseStatuses[current.status].label}“.`}
        </p>
      ) : null}
      <div className="mt-4 flex flex-wrap gap-2">
        <Button size="small" aria-disabled={form.change.busy} onClick={form.insist}>
          Trotzdem speichern
        </Button>
        <Button
          look="secondary"
          size="small"
          onClick={() => {
            form.load(rows.map(({ field }) => field));
            onLoaded();
          }}
        >
          Stand laden
        </Button>
      </div>
    </div>
  );
}

/** Both values of each field side by side, below its name: there is room for long ones on a phone. */
function Differences({ rows }: { rows: readonly Difference[] }) {
  return (
    <table aria-label="Unterschiede" className="mt-3 w-full table-fixed text-[0.9375rem]">
      <thead className="text-left text-sm text-ink-soft">
        <tr>
          <th scope="col" className="pr-3 pb-1 font-normal">
            Ihre Eingabe
          </th>
          <th scope="col" className="pb-1 font-normal">
            Jetzt gespeichert
          </th>
        </tr>
      </thead>
      {rows.map(({ field, label, mine, theirs }) => (
        <tbody key={field}>
          <tr className="border-t border-saddle-300/60">
            <th scope="rowgroup" colSpan={2} className="pt-1.5 text-left text-sm font-normal text-ink-soft">
              {label}
            </th>
          </tr>
          <tr className="align-top wrap-anywhere">
            <td className={`pr-3 pb-1.5 ${mine === null ? 'text-ink-soft' : 'font-semibold'}`}>
              {mine ?? 'nicht geändert'}
            </td>
            <td className="pb-1.5 font-semibold">{theirs}</td>
          </tr>
        </tbody>
      ))}
    </table>
  );
}
