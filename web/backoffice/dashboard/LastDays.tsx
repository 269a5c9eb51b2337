import type { Dashboard } from '#domain/dashboard';
import { Empty } from '../table/frame';
import { DailyChart } from './DailyChart';
import { Funnel } from './Funnel';

export function LastDays({ daily, funnel }: Pick<Dashboard, 'daily' | 'funnel'>) {
  const nothing = daily.every(({ started, completed }) => started + completed === 0);
  return (
    <section aria-labelledby="letzte-tage">
      <h2 id="letzte-tage" className="mb-3 text-xl text-green-900">
        {`Die letzten ${daily.length} Tage`}
      </h2>
      {nothing ? (
        <Empty
          small
          title="Noch keine Daten"
          note="Hier sehen Sie dann Tag für Tag, was begonnen und was eingereicht wurde."
        />
      ) : (
        <div className="grid grid-cols-1 gap-x-10 gap-y-8 rounded-card border border-line bg-white p-4 shadow-card sm:p-6 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
          <DailyChart daily={daily} />
          <Funnel funnel={funnel} />
        </div>
      )}
    </section>
  );
}
