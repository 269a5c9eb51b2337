import type { StatusView } from '#domain/cases/status-page';
import { caseStatuses } from '#domain/cases/statuses';
import { formatDay } from '#domain/dates';
import { formatMoney } from '#domain/format';
import { tariffNames } from '#domain/tariffs/catalogue';
import { api, href } from '#domain/urls';
import { buttonClass } from '../../ui/button';
import { FactList } from '../FactList';
import { TaxNote } from '../TaxNote';

export function Timeline({ history }: Pick<StatusView, 'history'>) {
  return (
    <section
      aria-labelledby="verlauf"
      className="rounded-card border border-line bg-white p-5 shadow-card sm:p-8"
    >
      <h2 id="verlauf" className="text-2xl text-green-900">
        Verlauf
      </h2>
      <ol className="mt-4">
        {history.map(({ status, on }, place) => {
          const current = place === history.length - 1;
          return (
            <li
              key={`${place}-${status}`}
              aria-current={current ? 'step' : undefined}
              className={`relative border-l-2 pb-5 pl-6 last:border-transparent last:pb-0 ${current ? '' : 'border-green-200'}`}
            >
              <span
                aria-hidden="true"
                className={`absolute top-0 -left-[9px] size-4 rounded-full border-2 border-white ${current ? 'bg-saddle-600' : 'bg-green-700'}`}
              />
              <span className={`-mt-1 block ${current ? 'font-semibold' : ''}`}>
                {caseStatuses[status].publicLabel}
              </span>
              <time dateTime={on} className="block text-sm text-ink-soft">
                {formatDay(on)}
              </time>
            </li>
          );
        })}
      </ol>
    </section>
  );
}

export function Facts({ view, token }: { view: StatusView; token: string }) {
  const facts = [
    { label: 'Pferd', value: view.horseName },
    { label: 'Tarif', value: tariffNames[view.tariff] },
    { label: 'Monatsbeitrag', value: formatMoney(view.monthlyPremium) },
    { label: 'Gewünschter Beginn', value: formatDay(view.insuranceStartDate) },
  ];
  return (
    <section
      aria-labelledby="antrag"
      className="rounded-card border border-line bg-white p-5 shadow-card sm:p-8"
    >
      <h2 id="antrag" className="text-2xl text-green-900">
        Ihr Antrag
      </h2>
      <FactList className="mt-4" facts={facts} />
      <TaxNote className="mt-3" />
      <p className="mt-6">
        <a href={href(api.statusDocument, { token })} className={buttonClass('secondary')}>
          Antrag speichern (PDF)
        </a>
      </p>
    </section>
  );
}
