import { RequestFailed } from '../../api';
import { LoadFailed } from '../LoadFailed';

type Props = {
  error: Error;
  /** Older data still stand below. */
  shown: boolean;
  busy: boolean;
  onRetry: () => void;
};

/** The details could not be had: why, and what can be done. */
export function DetailsFailed({ error, shown, busy, onRetry }: Props) {
  const missing = isMissing(error);
  return (
    <LoadFailed words="Error loading application details" busy={busy} onRetry={missing ? undefined : onRetry}>
      {missing ? 'Diesen Antrag gibt es nicht oder nicht mehr.' : connection(shown)}
    </LoadFailed>
  );
}

/** No such application: deleted, or never there (422: the address holds no id at all). */
export function isMissing(error: Error): boolean {
  return error instanceof RequestFailed && [404, 422].includes(error.status);
}

function connection(shown: boolean): string {
  return shown
    ? 'Sie sehen den zuletzt geladenen Stand. Bitte prüfen Sie Ihre Verbindung.'
    : 'Die Angaben konnten nicht geladen werden. Bitte prüfen Sie Ihre Verbindung.';
}
