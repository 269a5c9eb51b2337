import { Link } from '@tanstack/react-router';
import { pages } from '#domain/urls';
import { RequestFailed } from '../api';
import { buttonClass } from '../ui/button';
import { ListEmpty } from './table/ListState';

/** What a case handler sees who comes to an administrators' screen by its address. `children`: who may. */
export function Forbidden({ reason, children }: { reason: string; children: string }) {
  return (
    <ListEmpty title={reason}>
      <p className="max-w-md text-ink-soft">{children}</p>
      <Link to={pages.backoffice} className={buttonClass('secondary', 'small')}>
        Zur Übersicht
      </Link>
    </ListEmpty>
  );
}

export function isForbidden(error: Error | null): error is RequestFailed {
  return error instanceof RequestFailed && error.status === 403;
}
