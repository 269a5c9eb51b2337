import type { ReactNode } from 'react';
import { insurer } from '../../../domain/company';
import { formatMoney } from '../../../domain/format';
import type { Catalogue } from '../../../domain/tariffs';
import { anchors, pages } from '../../../domain/urls';
import { buttonClass } from '../../ui/button';
import { HeroScene } from '../illustrations/HeroScene';

const proofs = ['Freie Wahl von Tierarzt und Klinik', 'Kolik schon nach 5 Tagen', 'Kein Höchstalter'];

/**
 * First sight of the product: what it is for, and the way into the wizard. The picture comes first and the price last
 * in the document, because the page is streamed and only the price waits for the tariffs.
 */
export function Hero({ price }: { price: ReactNode }) {
  return (
    <section aria-label="Willkommen" className="overflow-hidden bg-paper-deep">
      <div className="mx-auto grid max-w-6xl items-center gap-10 px-4 py-12 sm:px-6 sm:py-16 lg:grid-cols-[minmax(0,11fr)_minmax(0,10fr)]">
        <HeroScene className="order-last w-full rounded-card" />
        <div>
          <p className="font-semibold text-saddle-700">OP-Versicherung für Pferde</p>
          <h1 className="mt-3 max-w-3xl text-[2.6rem] leading-[1.05] text-green-900 sm:text-[3.4rem]">
            Damit eine Operation nicht am Geld scheitert
          </h1>
          <p className="mt-5 max-w-xl text-lg text-ink-soft sm:text-xl">
            Eine Kolik-Operation kann über 25.000 € kosten. Wir übernehmen sie, bis zum 2-fachen Satz der GOT
            und weltweit.
          </p>
          <div className="mt-8 flex flex-wrap gap-4">
            <a href={pages.calculator} className={buttonClass()}>
              Jetzt Tarif berechnen
            </a>
            <a href={anchors.benefits} className={`${buttonClass('secondary')} hidden! md:inline-flex!`}>
              Mehr erfahren
            </a>
          </div>
          <ul className="mt-8 flex flex-wrap gap-x-7 gap-y-2 text-[0.95rem] font-medium text-green-900">
            {proofs.map((proof) => (
              <li key={proof} className="flex items-center gap-2">
                <span aria-hidden="true" className="size-1.5 rounded-full bg-saddle-600" />
                {proof}
              </li>
            ))}
          </ul>
          <p className="mt-6 min-h-6 text-ink-soft">
            In Zusammenarbeit mit der {insurer.name} {price}
          </p>
        </div>
      </div>
    </section>
  );
}

/** The end of the hero's last line: what the cheapest tariff costs. */
export function LowestPrice({ catalogue }: { catalogue: Catalogue }) {
  const prices = catalogue.tariffs.flatMap(({ premiumOptions }) =>
    premiumOptions.map(({ monthlyPremium }) => monthlyPremium),
  );
  const words = `schon ab ${formatMoney(Math.min(...prices))} im Monat`;
  return <span className="font-semibold text-green-900">{words}</span>;
}
