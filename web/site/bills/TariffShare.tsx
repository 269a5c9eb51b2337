import { use } from 'react';
import { amountsOf, reasonsOf } from '#domain/bills/sentences';
import { type Bill, shareOf } from '#domain/bills/shares';
import { type TariffType, tariffNames } from '#domain/tariffs/catalogue';
import { pages } from '#domain/urls';
import { SourceContext } from '../../source';
import { buttonClass } from '../../ui/button';

export function TariffShare({ type, bill }: { type: TariffType; bill: Bill }) {
  const share = shareOf(bill, type);
  const { paid, left } = amountsOf(share);
  const reasons = reasonsOf(share, bill, type);
  const name = tariffNames[type];
  return (
    <section
      aria-labelledby={`anteil-${type}`}
      className="flex flex-col rounded-card border border-line bg-white p-5 shadow-card sm:p-6"
    >
      <h3 id={`anteil-${type}`} className="text-xl text-green-900">
        {name}
      </h3>
      <dl className="mt-4 space-y-3">
        <Amount label="Bleibt an Ihnen hängen" value={left} strong />
        <Amount label="Zahlt der Versicherer" value={paid} />
      </dl>
      <div aria-hidden="true" className="mt-4 h-2.5 overflow-hidden rounded-full bg-saddle-300">
        <div className="h-full bg-green-700" style={{ width: `${(100 * share.paid) / bill.cents}%` }} />
      </div>
      <div className="mt-5 grow text-[0.95rem]">
        {reasons.length > 0 ? (
          <>
            <p className="font-semibold">Warum nicht alles bezahlt wird</p>
            <ul className="mt-2 list-disc space-y-2 pl-5 text-ink-soft">
              {reasons.map((reason) => (
                <li key={reason}>{reason}</li>
              ))}
            </ul>
          </>
        ) : (
          <p className="text-ink-soft">Die ganze Rechnung wird bezahlt.</p>
        )}
      </div>
      <Ways type={type} bill={bill} />
    </section>
  );
}

function Amount({ label, value, strong }: { label: string; value: string; strong?: boolean }) {
  return (
    <div>
      <dt className="text-ink-soft">{label}</dt>
      <dd
        className={`font-serif font-semibold lining-nums ${strong ? 'text-2xl text-green-900' : 'text-xl'}`}
      >
        {value}
      </dd>
    </div>
  );
}

/** To an application, and to an offer, with the tariff and what was chosen. */
function Ways({ type, bill }: { type: TariffType; bill: Bill }) {
  const source = use(SourceContext);
  const deductible = String(bill.deductibleCents / 100);
  const query = new URLSearchParams({ tariff: type, deductible, ...(source && { source }) });
  const named = <span className="sr-only">{`: ${tariffNames[type]}`}</span>;
  return (
    <>
      <a href={`${pages.calculator}?${query}`} className={`${buttonClass('secondary')} mt-5 w-full`}>
        Antrag beginnen{named}
      </a>
      <a
        href={`${pages.offer}?${query}`}
        className="mt-2 flex min-h-11 items-center justify-center text-center text-green-800 underline underline-offset-4"
      >
        Angebot per E-Mail{named}
      </a>
    </>
  );
}
