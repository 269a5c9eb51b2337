import type { ReactNode } from 'react';
import { typeset } from '#domain/format';
import { type BenefitCard, type BenefitKey, benefitCardsOf } from '#domain/landing-facts';
import type { Catalogue } from '#domain/tariffs/catalogue';
import {
  AgeIcon,
  BandageIcon,
  ClinicScene,
  ClockIcon,
  ExclusionIcon,
  GlobeIcon,
  PayoutIcon,
  VetCrossIcon,
} from '../../illustrations';
import { Section } from './Section';

const icons: Record<BenefitKey, (props: { className?: string }) => ReactNode> = {
  got: VetCrossIcon,
  choice: GlobeIcon,
  waiting: ClockIcon,
  aftercare: BandageIcon,
  age: AgeIcon,
  payout: PayoutIcon,
  exclusion: ExclusionIcon,
};

export function Benefits({ catalogue }: { catalogue: Catalogue }) {
  const cards = benefitCardsOf(catalogue.ageSurchargePercent);
  const gains = cards.filter(({ key }) => key !== 'exclusion');
  const limits = cards.filter(({ key }) => key === 'exclusion');
  return (
    <Section
      id="benefits"
      title="Was Ihr Pferd davon hat"
      intro="Was der OP-Schutz leistet und wo seine Grenzen liegen."
    >
      <div className="grid gap-x-12 gap-y-8 lg:grid-cols-[minmax(0,4fr)_minmax(0,7fr)]">
        <ClinicScene className="w-full self-start rounded-card" />
        <ul className="grid gap-x-10 gap-y-9 sm:grid-cols-2 lg:row-span-2">
          {gains.map(({ key, ...card }) => (
            <li key={key}>
              <Benefit benefit={key} {...card} />
            </li>
          ))}
        </ul>
        {limits.map(({ key, ...card }) => (
          <div key={key} className="self-start rounded-card border border-line bg-white p-5 sm:p-6">
            <Benefit benefit={key} {...card} />
          </div>
        ))}
      </div>
    </Section>
  );
}

function Benefit({ benefit, title, text }: Omit<BenefitCard, 'key'> & { benefit: BenefitKey }) {
  const Icon = icons[benefit];
  return (
    <div className="flex gap-4">
      <Icon className="size-12 shrink-0" />
      <div className="min-w-0">
        <h3 className="text-xl text-green-900">{title}</h3>
        <p className="mt-2 text-ink-soft">{typeset(text)}</p>
      </div>
    </div>
  );
}
