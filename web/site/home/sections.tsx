import type { ReactNode } from 'react';
import { typeset } from '#domain/format';
import type { Catalogue } from '#domain/tariffs/catalogue';
import { pages } from '#domain/urls';
import { benefitIcons, ClinicScene, StableScene } from '../../illustrations';
import { CallbackIsland } from '../../islands/CallbackForm';
import { Island, type IslandProps } from '../../islands/Island';
import { TariffCalculator } from '../../islands/TariffCalculator';
import { useOperator } from '../../operator';
import { SiteLink } from '../../source';
import { buttonClass, linkClass } from '../../ui/button';
import { CheckIcon } from '../../ui/icons';
import { Pause } from '../access';
import { ByTelephone } from '../forms';
import { TaxNote } from '../SiteShell';
import { titles } from '../titles';
import { benefitsOf, questionsOf } from './texts';

export function Benefits({ catalogue }: { catalogue: Catalogue }) {
  const cards = benefitsOf(catalogue.ageSurchargePercent);
  const gains = cards.filter(({ id }) => id !== 'exclusion');
  const limits = cards.filter(({ id }) => id === 'exclusion');
  return (
    <Section
      id="benefits"
      title="Was Ihr Pferd davon hat"
      intro="Was der OP-Schutz leistet und wo seine Grenzen liegen."
    >
      <div className="grid gap-x-12 gap-y-8 lg:grid-cols-[minmax(0,4fr)_minmax(0,7fr)]">
        <ClinicScene className="w-full self-start rounded-card" />
        <ul className="grid gap-x-10 gap-y-9 sm:grid-cols-2 lg:row-span-2">
          {gains.map((card) => (
            <li key={card.id}>
              <Benefit {...card} />
            </li>
          ))}
        </ul>
        {limits.map((card) => (
          <div key={card.id} className="self-start rounded-card border border-line bg-white p-5 sm:p-6">
            <Benefit {...card} />
          </div>
        ))}
      </div>
    </Section>
  );
}

function Benefit({ id, title, text }: ReturnType<typeof benefitsOf>[number]) {
  const Icon = benefitIcons[id];
  return (
    <div className="flex gap-4">
      {Icon ? <Icon className="size-12 shrink-0" /> : null}
      <div className="min-w-0">
        <h3 className="text-xl text-wrap text-green-900">{title}</h3>
        <p className="mt-2 text-ink-soft">{typeset(text)}</p>
      </div>
    </div>
  );
}

export function Tariffs(props: IslandProps['tariffs']) {
  return (
    <Section
      id="tariffs"
      tone="deep"
      title="Drei Tarife im Vergleich"
      intro="Wählen Sie Selbstbeteiligung und Zahlweise: Die Beiträge zeigen, was ein Monat kostet."
    >
      <Pause className="mb-8" />
      <Island name="tariffs" component={TariffCalculator} props={props} />
      <TaxNote className="mt-4" />
      <Questions />
    </Section>
  );
}

const questions = [
  { path: pages.precheck, title: titles.precheck, text: 'Sechs kurze Fragen zu Ihrem Pferd.' },
  { path: pages.whatIsLeft, title: titles.whatIsLeft, text: 'Eine Rechnung, drei Tarife, Ihre Zahlen.' },
];

function Questions() {
  return (
    <ul className="mt-8 grid gap-x-10 gap-y-5 border-t border-line-strong pt-6 sm:grid-cols-2">
      {questions.map(({ path, title, text }) => (
        <li key={path}>
          <SiteLink href={path} className={`${linkClass} font-serif text-xl font-semibold`}>
            {title}
          </SiteLink>
          <p className="mt-1 text-ink-soft">{text}</p>
        </li>
      ))}
    </ul>
  );
}

/** Five questions, one open at a time. The browser's own accordion needs no script. */
export function Faq({ catalogue }: { catalogue: Catalogue }) {
  return (
    <Section id="faq" tone="deep" title="Häufige Fragen">
      <div className="grid items-start gap-10 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)] lg:gap-14">
        <div className="divide-y divide-line border-y border-line">
          {questionsOf(catalogue.ageSurchargePercent).map(({ id, title, text }) => (
            <details key={id} name="faq" className="group">
              <summary className="flex cursor-pointer list-none items-center justify-between gap-6 py-5">
                <h3 className="text-lg text-green-900 sm:text-xl">{title}</h3>
                <svg
                  viewBox="0 0 20 20"
                  aria-hidden="true"
                  className="size-5 shrink-0 text-saddle-700 transition-transform group-open:rotate-180"
                  fill="none"
                  stroke="currentColor"
                  strokeWidth="1.8"
                >
                  <path strokeLinecap="round" strokeLinejoin="round" d="m5 7.5 5 5 5-5" />
                </svg>
              </summary>
              <p className="pr-10 pb-6 text-ink-soft">{typeset(text)}</p>
            </details>
          ))}
        </div>
        <OpenQuestion />
      </div>
    </Section>
  );
}

function OpenQuestion() {
  const { company } = useOperator();
  return (
    <div className="overflow-hidden rounded-card border border-line bg-white shadow-card">
      <StableScene className="block w-full" />
      <div className="p-6">
        <h3 className="text-xl text-green-900">Ihre Frage ist nicht dabei?</h3>
        <p className="mt-2 text-ink-soft">
          Nennen Sie uns Ihre Wunschzeit ({typeset(company.serviceHours)}), wir rufen Sie an. Kostenlos und
          unverbindlich.
        </p>
        <SiteLink href={pages.callback} className={`${buttonClass('secondary')} mt-5 w-full`}>
          Rückruf vereinbaren
        </SiteLink>
      </div>
    </div>
  );
}

const promises = [
  'Kostenlose und unverbindliche Beratung',
  'Direkter Kontakt zu Expertinnen und Experten für Pferdeversicherungen',
  'Rückruf zu Ihrer Wunschzeit',
];

const blankForm: Omit<IslandProps['callback'], 'serviceHours'> = {
  source: null,
  entries: { name: '', phone: '', email: '', preferredTime: '' },
  errors: [],
  notice: null,
  sent: false,
};

export function CallbackSection(given: Partial<IslandProps['callback']>) {
  const { company } = useOperator();
  const props = { ...blankForm, ...given, serviceHours: company.serviceHours };
  return (
    <Section id="callback" title="Haben Sie Fragen?">
      <div className="grid grid-cols-1 gap-10 lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
        <div>
          <ul className="space-y-4 text-lg">
            {promises.map((promise) => (
              <li key={promise} className="flex gap-3">
                <CheckIcon className="mt-1 size-5 shrink-0 text-green-700" />
                <span>{promise}</span>
              </li>
            ))}
          </ul>
          <ByTelephone className="mt-8" />
        </div>
        <Island name="callback" component={CallbackIsland} props={props} />
      </div>
    </Section>
  );
}

type Props = {
  id?: string;
  title: string;
  intro?: string;
  tone?: 'paper' | 'deep' | 'green';
  children: ReactNode;
};

const tones = {
  paper: 'bg-paper text-ink',
  deep: 'bg-paper-deep text-ink',
  green: 'bg-green-900 text-green-50',
};

export function Section({ id, title, intro, tone = 'paper', children }: Props) {
  const heading = tone === 'green' ? 'text-white' : 'text-green-900';
  const soft = tone === 'green' ? 'text-green-100' : 'text-ink-soft';
  return (
    <section id={id} aria-label={title} className={tones[tone]}>
      <div className="mx-auto max-w-6xl px-4 py-16 sm:px-6 sm:py-24">
        <h2 className={`max-w-3xl text-3xl sm:text-[2.6rem] ${heading}`}>{title}</h2>
        {intro ? <p className={`mt-4 max-w-2xl text-lg ${soft}`}>{intro}</p> : null}
        <div className="mt-10 sm:mt-12">{children}</div>
      </div>
    </section>
  );
}
