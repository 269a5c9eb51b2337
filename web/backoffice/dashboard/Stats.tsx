import CircleCheckBig from 'lucide-react/icons/circle-check-big';
import ClipboardList from 'lucide-react/icons/clipboard-list';
import Hourglass from 'lucide-react/icons/hourglass';
import PhoneCall from 'lucide-react/icons/phone-call';
import type { ReactNode } from 'react';
import type { Dashboard } from '#domain/dashboard';

const cards = [
  { key: 'totalApplications', label: 'Anträge gesamt', Icon: ClipboardList },
  { key: 'completedApplications', label: 'Abgeschlossen', Icon: CircleCheckBig },
  { key: 'incompleteApplications', label: 'In Bearbeitung', Icon: Hourglass },
  { key: 'pendingCallbacks', label: 'Rückrufe', Icon: PhoneCall },
] as const;

export function Stats({ stats }: { stats: Dashboard['stats'] }) {
  return (
    <dl className={grid}>
      {cards.map(({ key, label, Icon }) => (
        <Card key={key}>
          <dt className="flex items-center justify-between gap-2 text-sm wrap-anywhere font-semibold text-ink-soft">
            {label}
            <Icon
              aria-hidden="true"
              className="size-5 shrink-0 text-saddle-600 max-[24rem]:hidden lg:hidden xl:block"
            />
          </dt>
          <dd className="mt-1 font-serif text-3xl font-semibold text-green-900">
            {stats[key].toLocaleString('de-DE')}
          </dd>
        </Card>
      ))}
    </dl>
  );
}

export function StatsPlaceholder() {
  return (
    <div role="status" aria-label="Dashboard wird geladen" aria-busy="true" className={grid}>
      {cards.map(({ key }) => (
        <Card key={key}>
          <div aria-hidden="true" data-placeholder="" className="animate-pulse">
            <div className="h-5 w-3/5 rounded bg-paper-deep" />
            <div className="mt-3 h-8 w-1/3 rounded bg-paper-deep" />
          </div>
        </Card>
      ))}
    </div>
  );
}

const grid = 'grid grid-cols-[repeat(auto-fit,minmax(max(8rem,40%),1fr))] gap-3 sm:gap-4 lg:grid-cols-4';

function Card({ children }: { children: ReactNode }) {
  return (
    <div className="rounded-card border border-line bg-white px-4 py-3.5 shadow-card xl:px-5">{children}</div>
  );
}
