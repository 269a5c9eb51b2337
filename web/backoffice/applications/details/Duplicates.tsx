import { Link } from '@tanstack/react-router';
import { type Duplicate, mostDuplicates, possibleDuplicate } from '#domain/applications/duplicates';
import { type ApplicationDetails, stateLabels } from '#domain/applications/staff';
import { caseStatuses } from '#domain/cases/statuses';
import { berlinDay, formatDay } from '#domain/dates';
import { shortId } from '#domain/ids';
import { href, pages } from '#domain/urls';
import { linkClass } from '../../../ui/button';
import { Alert } from '../../../ui/notices';

/** Other applications that may be about the same contract. Staff decide what to do about them. */
export function Duplicates({ duplicates }: Pick<ApplicationDetails, 'duplicates'>) {
  if (duplicates.length === 0) return null;
  return (
    <Alert tone="warning" title={possibleDuplicate}>
      <ul className="mt-1 space-y-2">
        {duplicates.map((duplicate) => (
          <li key={duplicate.id}>
            <p className="flex flex-wrap items-baseline gap-x-3">
              <Link
                to={href(pages.backofficeApplication, { id: duplicate.id })}
                className={`font-semibold tabular-nums ${linkClass}`}
              >
                {`Antrag ${shortId(duplicate.id)}`}
              </Link>
              <span className="min-w-0 wrap-anywhere">{factsOf(duplicate)}</span>
            </p>
            <p className="text-sm text-ink-soft first-letter:uppercase">{duplicate.reason}</p>
          </li>
        ))}
      </ul>
      {duplicates.length < mostDuplicates ? null : (
        <p className="mt-2 text-sm text-ink-soft">{`Gezeigt werden höchstens ${mostDuplicates}.`}</p>
      )}
    </Alert>
  );
}

function factsOf({ horseName, createdAt, status }: Duplicate): string {
  const day = `vom ${formatDay(berlinDay(new Date(createdAt)))}`;
  const state = status === null ? stateLabels.incomplete : caseStatuses[status].label;
  return [horseName, day, state].filter((one) => one !== null).join(', ');
}
