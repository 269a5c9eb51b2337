import { Link } from '@tanstack/react-router';
import ChartColumn from 'lucide-react/icons/chart-column';
import ChevronRight from 'lucide-react/icons/chevron-right';
import ScrollText from 'lucide-react/icons/scroll-text';
import Settings from 'lucide-react/icons/settings';
import Users from 'lucide-react/icons/users';
import type { ReactNode } from 'react';
import { pages } from '#domain/urls';

const card =
  'group flex items-center gap-3 rounded-card border border-line bg-white px-4 py-3 shadow-card hover:border-green-800';

/** Ways that only administrators are shown (spec 2, "Dashboard"). */
export function AdminArea() {
  return (
    <section aria-labelledby="administrator-bereich">
      <h2 id="administrator-bereich" className="mb-3 text-xl text-green-900">
        Administrator-Bereich
      </h2>
      <ul className="grid grid-cols-1 gap-3 md:grid-cols-2 md:gap-4 xl:grid-cols-4">
        <li>
          <Link to={pages.backofficeUsers} className={card}>
            <Words icon={<Users className={icon} />} title="Benutzerverwaltung">
              Konten und Rollen
            </Words>
          </Link>
        </li>
        <li>
          <a href={pages.backofficeSettings} className={card}>
            <Words icon={<Settings className={icon} />} title="Systemeinstellungen">
              In Vorbereitung
            </Words>
          </a>
        </li>
        <li>
          <a href={pages.backofficeReports} className={card}>
            <Words icon={<ChartColumn className={icon} />} title="Berichte">
              In Vorbereitung
            </Words>
          </a>
        </li>
        <li>
          <Link to={pages.backofficeAuditLog} className={card}>
            <Words icon={<ScrollText className={icon} />} title="Protokoll">
              Wer was wann getan hat
            </Words>
          </Link>
        </li>
      </ul>
    </section>
  );
}

const icon = 'size-5 text-green-800';

function Words({ icon, title, children }: { icon: ReactNode; title: string; children: ReactNode }) {
  return (
    <>
      <span
        aria-hidden="true"
        className="flex size-10 shrink-0 items-center justify-center rounded-full bg-green-50"
      >
        {icon}
      </span>
      <span className="grow leading-tight">
        <span className="block font-semibold text-ink group-hover:text-green-800">{title}</span>
        <span className="block text-sm text-ink-soft">{children}</span>
      </span>
      <ChevronRight aria-hidden="true" className="size-4 shrink-0 text-ink-soft" />
    </>
  );
}
