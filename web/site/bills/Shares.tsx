import { billText } from '#domain/bills/sentences';
import type { Bill } from '#domain/bills/shares';
import { sameBill } from '#domain/landing-facts';
import { tariffTypes } from '#domain/tariffs/catalogue';
import { sharesId } from './BillForm';
import { Method } from './Method';
import { TariffShare } from './TariffShare';

type Props = { bill: Bill; isExample: boolean };

export function Shares({ bill, isExample }: Props) {
  return (
    // its heading repeats words of the fields, so it does not name the section
    <section id={sharesId} aria-label="Ergebnis" className="mt-4 scroll-mt-24 lg:col-span-2">
      <h2 className="text-3xl text-balance text-green-900">
        {isExample ? (
          <>
            {'Ein Beispiel: '}
            {/* it breaks before its name rather than inside `Kolik-OP` */}
            <span className="inline-block">{sameBill.title}</span>
          </>
        ) : (
          'So teilt sich Ihre Rechnung auf'
        )}
      </h2>
      <p className="mt-2 text-ink-soft">{`${billText(bill)}.`}</p>
      <div className="mt-6 grid gap-6 lg:grid-cols-3">
        {tariffTypes.map((type) => (
          <TariffShare key={type} type={type} bill={bill} />
        ))}
      </div>
      <Method />
    </section>
  );
}
