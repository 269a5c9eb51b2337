import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { pages } from '#domain/urls';
import { linkClass } from '../../ui/button';
import { useCurrentUser } from '../current-user';
import { readTabDrafts } from '../form/kept';
import { begunCallbacks } from './draft';

/** Who has lost the session comes back without the callback in the address. */
export function BegunCalls() {
  const { id: user } = useCurrentUser();
  const [begun] = useState(() => begunCallbacks(readTabDrafts(user)));
  return begun.map((callback) => (
    <p key={callback} className="mb-4">
      <Link
        to={pages.backofficePreparations}
        // the type of the router has no screens
        search={{ callback } as never}
        className={linkClass}
      >
        Angefangenen Antrag zu einem Rückruf fortsetzen
      </Link>
    </p>
  ));
}
