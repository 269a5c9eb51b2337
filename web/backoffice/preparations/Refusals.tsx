import { ErrorSummary } from '../../ui/ErrorSummary';
import { takesFocus } from '../../ui/focus';
import { Taken } from '../form/Taken';
import { labelAt } from './typed';
import type { CallForm } from './useCallForm';

/** Why it was not sent, above the form. It takes the focus: whoever sends with Enter may be far from the button. */
export function Refusals({ form: { errors, refusals, failure, taken, onLoad } }: { form: CallForm }) {
  if (errors.length === 0 && failure === null && !taken) return null;
  return (
    <div className="space-y-4 p-4 sm:p-6">
      <ErrorSummary
        refused={errors.map(({ path }) => ({ path, label: labelAt(path) }))}
        submitCount={refusals}
      />
      {failure ? <Failure key={refusals} sentence={failure} /> : null}
      {taken ? <Taken onLoad={onLoad} /> : null}
    </div>
  );
}

function Failure({ sentence }: { sentence: string }) {
  return (
    <div
      ref={takesFocus}
      role="alert"
      tabIndex={-1}
      className="rounded-control border border-danger/50 bg-danger-soft px-4 py-3.5"
    >
      <p className="font-semibold">{sentence}</p>
      <p>Alle Angaben stehen noch da.</p>
    </div>
  );
}
