import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { screens } from './screens';

type Props = { screen: (typeof screens)[keyof typeof screens]; exact?: boolean; icon: ReactNode };

/** A way to a screen; marked while the address begins with it. */
export function NavItem({ screen, exact = false, icon }: Props) {
  return (
    <li>
      <Link
        to={screen.path}
        activeOptions={{ exact, includeSearch: false }}
        activeProps={{ className: 'bg-white/15 font-semibold text-white', 'aria-current': 'page' }}
        inactiveProps={{ className: 'text-green-100 hover:bg-white/10' }}
        className="flex min-h-11 items-center gap-3 rounded-control px-3 focus-visible:outline-saddle-300"
      >
        <span aria-hidden="true">{icon}</span>
        {screen.title}
      </Link>
    </li>
  );
}
