import { Link } from '@tanstack/react-router';
import ChevronRight from 'lucide-react/icons/chevron-right';
import { useContext } from 'react';
import { Screens } from '../screen';

export function AdminArea() {
  const cards = useContext(Screens).filter(({ card }) => card);
  return (
    <section aria-labelledby="administrator-bereich">
      <h2 id="administrator-bereich" className="mb-3 text-xl text-green-900">
        Administrator-Bereich
      </h2>
      <ul className="grid grid-cols-1 gap-3 md:grid-cols-2 md:gap-4 xl:grid-cols-4">
        {cards.map(({ path, component, icon: Icon, card }) => (
          <li key={path}>
            {/* a screen that is only announced has no route: the server responds with 404 */}
            <Link to={path} reloadDocument={!component} className={look}>
              <span
                aria-hidden="true"
                className="flex size-10 shrink-0 items-center justify-center rounded-full bg-green-50"
              >
                {Icon ? <Icon className="size-5 text-green-800" /> : null}
              </span>
              <span className="min-w-0 grow leading-tight">
                <span className="block font-semibold text-ink group-hover:text-green-800">{card?.title}</span>
                <span className="block text-sm text-ink-soft">{card?.note}</span>
              </span>
              <ChevronRight aria-hidden="true" className="size-4 shrink-0 text-ink-soft" />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

const look =
  'group flex h-full items-center gap-3 rounded-card border border-line bg-white px-4 py-3 shadow-card hover:border-green-800';
