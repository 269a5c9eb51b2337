import { Link } from '@tanstack/react-router';
import { pages } from '#domain/urls';
import type { Screen } from './screen';

/** A way to a screen, marked while the address begins with its path. All addresses begin with the dashboard's. */
export function NavItem({ screen: { path, title, icon: Icon } }: { screen: Screen }) {
  return (
    <li>
      <Link
        to={path}
        activeOptions={{ exact: path === pages.backoffice, includeSearch: false }}
        activeProps={{ className: 'bg-white/15 font-semibold text-white', 'aria-current': 'page' }}
        inactiveProps={{ className: 'text-green-100 hover:bg-white/10' }}
        className="flex min-h-11 items-center gap-3 rounded-control px-3 focus-visible:outline-saddle-300"
      >
        <span aria-hidden="true">{Icon ? <Icon className="size-5 shrink-0" /> : null}</span>
        {title}
      </Link>
    </li>
  );
}
