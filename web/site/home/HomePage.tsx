import { formatMoney, formatWholeMoney, typeset } from '#domain/format';
import { claimExamples, sameBill } from '#domain/landing-facts';
import type { Operator } from '#domain/operator/operator';
import { type Catalogue, deductibleLabel, operationLimits, tariffNames } from '#domain/tariffs/catalogue';
import { waiting } from '#domain/tariffs/explanations';
import { surchargeAge } from '#domain/tariffs/premium';
import { anchors, publicPages as pages } from '#domain/urls';
import { ColicScene, HeroScene, JointScene, ShieldIcon } from '../../illustrations';
import type { IslandProps } from '../../islands/Island';
import { useOperator } from '../../operator';
import { SiteLink } from '../../source';
import { buttonClass } from '../../ui/button';
import { SiteShell } from '../SiteShell';
import { Benefits, CallbackSection, Faq, Section, Tariffs } from './sections';

type Props = Pick<IslandProps, 'tariffs'> & {
  callback?: Partial<IslandProps['callback']>;
  operator: Operator;
  facts: unknown;
};

export function HomePage({ tariffs, callback, operator, facts }: Props) {
  return (
    <SiteShell>
      <Hero catalogue={tariffs.catalogue} />
      <Benefits catalogue={tariffs.catalogue} />
      <Tariffs {...tariffs} />
      <Examples />
      <Testimonials operator={operator} />
      <Faq catalogue={tariffs.catalogue} />
      <CallbackSection {...callback} />
      <StructuredData data={facts} />
    </SiteShell>
  );
}

/** Data about a page for search engines (schema.org), in a script element that is never executed. */
function StructuredData({ data }: { data: unknown }) {
  // only `<` could end the element
  const json = JSON.stringify(data).replaceAll('<', '\\u003c');
  // biome-ignore lint/security/noDangerouslySetInnerHtml: our own JSON, escaped above
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: json }} />;
}

/** What customers say, or invented examples, and a notice which of both they are (§ 5b Abs. 3 UWG). */
function Testimonials({ operator: { testimonials, legal } }: { operator: Operator }) {
  const [first] = testimonials;
  if (!first) return null;
  const notice = first.kind === 'example' ? invented : (legal.testimonialsChecked ?? usualCheck);
  return (
    <Section title="Wie es sich anfühlt, gut versichert zu sein" intro={notice}>
      <div className="grid gap-6 md:grid-cols-3">
        {testimonials.map(({ text, name, horse }, index) => (
          <figure
            key={index}
            className="flex flex-col rounded-card border border-line bg-white p-6 shadow-card"
          >
            <blockquote className="grow font-serif text-lg leading-relaxed wrap-anywhere">
              „{text}“
            </blockquote>
            <figcaption className="mt-5 text-sm wrap-anywhere">
              <span className="font-semibold">{name}</span>
              {horse ? <span className="block text-ink-soft">{horse}</span> : null}
            </figcaption>
          </figure>
        ))}
      </div>
    </Section>
  );
}

const invented = 'Erfundene Beispiele, keine Kundenbewertungen.';
const usualCheck =
  'Wir haben geprüft, dass diese Stimmen von Menschen stammen, die ihr Pferd über uns versichert haben.';

const proofs = [
  'Freie Wahl von Tierarzt und Klinik',
  `Kolik schon nach ${waiting.colicDays} Tagen`,
  'Kein Höchstalter',
];

function Hero({ catalogue }: { catalogue: Catalogue }) {
  const { insurer } = useOperator();
  return (
    <section aria-label="Willkommen" className="overflow-hidden bg-paper-deep">
      <div className="mx-auto grid max-w-6xl grid-cols-1 items-center gap-10 px-4 py-12 sm:px-6 sm:py-16 lg:grid-cols-[minmax(0,9fr)_minmax(0,11fr)]">
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
            <SiteLink href={pages.calculator} className={buttonClass()}>
              Jetzt Tarif berechnen
            </SiteLink>
            <SiteLink
              href={anchors.benefits}
              className={`${buttonClass('secondary')} hidden! md:inline-flex! print:hidden!`}
            >
              Mehr erfahren
            </SiteLink>
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
        <HeroScene className="w-full rounded-card" />
      </div>
    </section>
  );
}

function LowestPrice({ catalogue: { tariffs, ageSurchargePercent } }: { catalogue: Catalogue }) {
  const offers = tariffs.flatMap(({ type, name, premiumOptions }) =>
    premiumOptions.map((option) => ({ type, name, ...option })),
  );
  const [lowest] = offers.toSorted((a, b) => a.monthlyPremium - b.monthlyPremium);
  if (!lowest) return null;
  const { type, name, selfParticipation, monthlyPremium } = lowest;
  const deductible = selfParticipation === 0 ? 'ohne' : typeset(deductibleLabel(selfParticipation));
  const age = ageSurchargePercent > 0 ? `, Pferd unter ${surchargeAge} Jahren` : '';
  const limit = operationLimits[type];
  const least = limit === null ? '' : `; höchstens ${formatWholeMoney(limit)} je Operation`;
  return (
    <>
      <p className="min-h-8 font-serif text-xl font-semibold text-green-900 sm:text-2xl">
        {`Schon ab ${formatMoney(monthlyPremium)} im Monat`}
      </p>
      <p className="text-sm text-ink-soft">{`${name}, ${deductible} Selbstbeteiligung${age}${least}.`}</p>
    </>
  );
}

const scenes = [ColicScene, JointScene];

function Examples() {
  return (
    <Section
      id="examples"
      tone="green"
      title="Beispiele aus der Praxis"
      intro="Zwei Rechenbeispiele: Premium-OP-Schutz ohne Selbstbeteiligung, nach der Wartezeit, innerhalb aller Leistungsgrenzen."
    >
      <div className="grid gap-6 lg:grid-cols-2">
        {claimExamples.map(({ title, story, cost, share }, index) => {
          const Scene = scenes[index % scenes.length];
          return (
            <article
              key={title}
              className="overflow-hidden rounded-card border border-green-700 bg-green-800"
            >
              {Scene ? <Scene className="block w-full" /> : null}
              <div className="p-6 sm:p-8">
                <h3 className="text-2xl text-white">{title}</h3>
                <p className="mt-3 text-green-100">{story}</p>
                <dl className="mt-6 divide-y divide-green-700 border-t border-green-700">
                  <Row name="Kosten der Behandlung" value={formatWholeMoney(cost)} />
                  <Row name="Erstattung im Premium-OP-Schutz" value={formatWholeMoney(cost - share)} />
                  <Row name="Ihr Anteil" value={formatWholeMoney(share)} strong />
                </dl>
              </div>
            </article>
          );
        })}
      </div>
      <SameBill />
    </Section>
  );
}

/** The first bill in all three tariffs: what a low price leaves to pay. */
function SameBill() {
  const { title, cost, shares } = sameBill;
  const cell = 'py-3 pr-3 align-baseline last:pr-0 max-[22rem]:pr-2 sm:pr-6';
  return (
    <div className="mt-6 overflow-x-auto rounded-card border border-green-700 bg-green-800 p-4 sm:p-8">
      {/* the system's fonts are wider than ours */}
      <table className="w-full text-left text-[0.95rem] max-[22rem]:text-[0.8125rem] sm:text-base">
        <caption className="pb-4 text-left">
          <span className="block font-serif text-2xl font-semibold text-white">
            Eine Rechnung, drei Tarife
          </span>
          <span className="mt-2 block text-green-100">
            {title}, {formatWholeMoney(cost)}, ohne Selbstbeteiligung
          </span>
        </caption>
        <thead className="text-sm text-green-100">
          <tr>
            {['Tarif', 'Der Versicherer erstattet', 'Ihr Anteil'].map((name) => (
              <th key={name} scope="col" className={`${cell} font-normal`}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-green-700 border-t border-green-700">
          {shares.map(({ type, reimbursed, left }) => (
            <tr key={type}>
              <th scope="row" className={`${cell} font-semibold`}>
                {tariffNames[type]}
              </th>
              <td className={`${cell} lining-nums`}>{reimbursed}</td>
              <td className={`${cell} font-semibold lining-nums text-white`}>{left}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Row({ name, value, strong }: { name: string; value: string; strong?: boolean }) {
  return (
    <div className="flex items-baseline justify-between gap-4 py-3">
      <dt className="text-green-100">{name}</dt>
      <dd
        className={`lining-nums whitespace-nowrap ${strong ? 'font-serif text-3xl text-white' : 'text-lg font-semibold'}`}
      >
        {value}
      </dd>
    </div>
  );
}
