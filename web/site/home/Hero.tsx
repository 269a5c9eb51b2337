import { formatMoney, formatWholeMoney, typeset } from '#domain/format';
import { type Catalogue, deductibleLabel, operationLimits } from '#domain/tariffs/catalogue';
import { waiting } from '#domain/tariffs/explanations';
import { surchargeAge } from '#domain/tariffs/premium';
import { anchors, publicPages as pages } from '#domain/urls';
import { HeroScene, ShieldIcon } from '../../illustrations';
import { useOperator } from '../../operator';
import { useSourced } from '../../source';
import { buttonClass } from '../../ui/button';

const proofs = [
  'Freie Wahl von Tierarzt und Klinik',
  `Kolik schon nach ${waiting.colicDays} Tagen`,
  'Kein Höchstalter',
];

export function Hero({ catalogue }: { catalogue: Catalogue }) {
  const { insurer } = useOperator();
  const sourced = useSourced();
  return (
    <section aria-label="Willkommen" className="overflow-hidden bg-paper-deep">
      <div className="mx-auto grid max-w-6xl grid-cols-1 items-center gap-10 px-4 py-12 sm:px-6 sm:py-16 lg:grid-cols-[minmax(0,9fr)_minmax(0,11fr)]">
        <HeroScene className="order-last w-full rounded-card" />
        <div>
          <p className="font-semibold text-saddle-700">OP-Versicherung für Pferde</p>
          <h1 className="mt-3 max-w-3xl text-[min(2.6rem,15vw)] leading-[1.05] text-green-900 sm:text-[3.4rem]">
            Damit eine Operation nicht am Geld scheitert
          </h1>
          <p className="mt-5 max-w-xl text-lg text-ink-soft sm:text-xl">
            Eine Kolik-Operation kann über {formatWholeMoney(25_000)} kosten. Der Versicherer erstattet
            Operation und Nachbehandlung je nach Tarif bis zum doppelten Satz der GOT, in jeder Klinik
            weltweit.
          </p>
          <div className="mt-8 flex flex-wrap gap-4">
            <a href={sourced(pages.calculator)} className={buttonClass()}>
              Jetzt Tarif berechnen
            </a>
            <a
              href={sourced(anchors.benefits)}
              className={`${buttonClass('secondary')} hidden! md:inline-flex! print:hidden!`}
            >
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
          <div className="mt-8 flex min-h-16 items-center gap-4">
            <ShieldIcon className="size-13 shrink-0" />
            <div>
              <LowestPrice catalogue={catalogue} />
              <p className="mt-1 text-sm wrap-anywhere text-ink-soft">
                In Zusammenarbeit mit der {insurer.name}
              </p>
            </div>
          </div>
        </div>
      </div>
    </section>
  );
}

/** The lowest price, and what one gets for it. */
function LowestPrice({ catalogue: { tariffs, ageSurchargePercent } }: { catalogue: Catalogue }) {
  const offers = tariffs.flatMap(({ type, name, premiumOptions }) =>
    premiumOptions.map((option) => ({ type, name, ...option })),
  );
  const [lowest] = offers.toSorted((a, b) => a.monthlyPremium - b.monthlyPremium);
  if (!lowest) return null;
  const { type, name, selfParticipation, monthlyPremium } = lowest;
  const share =
    selfParticipation === 0
      ? 'ohne Selbstbeteiligung'
      : `${typeset(deductibleLabel(selfParticipation))} Selbstbeteiligung`;
  const age = ageSurchargePercent > 0 ? `, Pferd unter ${surchargeAge} Jahren` : '';
  const limit = operationLimits[type];
  const least = limit === null ? '' : `; höchstens ${formatWholeMoney(limit)} je Operation`;
  return (
    <>
      <p className="min-h-8 font-serif text-xl font-semibold text-green-900 sm:text-2xl">
        {`Schon ab ${formatMoney(monthlyPremium)} im Monat`}
      </p>
      <p className="text-sm text-ink-soft">{`${name}, ${share}${age}${least}.`}</p>
    </>
  );
}
