import type { Dashboard } from '#domain/dashboard';
import { Empty } from '../table/frame';
import { DailyChart } from './DailyChart';

export function LastDays({ daily }: Pick<Dashboard, 'daily'>) {
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
        <div className="rounded-card border border-line bg-white p-4 shadow-card sm:p-6">
          <DailyChart daily={daily} />
        </div>
      )}
    </section>
  );
}
