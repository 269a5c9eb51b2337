import { RequestFailed } from '../../../api';
import { LoadFailed } from '../../Page';

type Props = {
  error: Error;
  /** Older data is still shown below. */
  shown: boolean;
  busy: boolean;
  onRetry: () => void;
};

export function DetailsFailed({ error, shown, busy, onRetry }: Props) {
  const missing = isMissing(error);
  return (
    <LoadFailed
      framed
      note={missing ? 'Diesen Antrag gibt es nicht oder nicht mehr.' : connection(shown)}
      busy={busy}
      onRetry={missing ? undefined : onRetry}
    >
      <span lang="en">Error loading application details</span>
    </LoadFailed>
  );
}

/** The application does not exist. 422: the address does not contain a valid id. */
export function isMissing(error: Error): boolean {
  return error instanceof RequestFailed && [404, 422].includes(error.status);
}

function connection(shown: boolean): string {
  return shown
    ? 'Sie sehen den zuletzt geladenen Stand. Bitte prüfen Sie Ihre Verbindung.'
    : 'Die Angaben konnten nicht geladen werden. Bitte prüfen Sie Ihre Verbindung.';
}
