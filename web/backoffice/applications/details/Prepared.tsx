import type { ApplicationDetails } from '#domain/applications/staff';
import { formatInstant } from '#domain/format';

/** What staff have entered on the telephone, and what the customer has entered differently. */
export function Prepared({ prepared }: Pick<ApplicationDetails, 'prepared'>) {
  if (!prepared) return null;
  const { username, at, changes } = prepared;
  return (
    <section
      aria-labelledby="vorbereitet"
      className="rounded-card border border-line bg-white p-4 shadow-card sm:p-6"
    >
      <h2 id="vorbereitet" className="text-xl text-green-900 wrap-anywhere">
        {`Vorbereitet von ${username}`}
      </h2>
      <p className="mt-1 text-sm text-ink-soft">{`Am Telefon, ${formatInstant(at)}`}</p>
      {changes.length === 0 ? (
        <p className="mt-3">Alle vorbereiteten Angaben sind so geblieben.</p>
      ) : (
        <dl className="mt-3 grid gap-x-8 gap-y-4 sm:grid-cols-2 xl:grid-cols-3">
          {changes.map((change) => (
            <div key={change.label}>
              <dt className="text-sm text-ink-soft">{change.label}</dt>
              <dd className="font-medium wrap-anywhere">
                <span className="sr-only">Vorbereitet: </span>
                <s className="font-normal text-ink-soft">{change.old}</s>
                {' → '}
                <span className="sr-only">Eingetragen: </span>
                <span>{change.new || '-'}</span>
              </dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  );
}
