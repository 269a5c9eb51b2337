import type { ReactNode } from 'react';
import { type BenefitKey, benefitCards } from '../../../domain/comparison';
import {
  AgeIcon,
  BandageIcon,
  ClockIcon,
  ExclusionIcon,
  GlobeIcon,
  PayoutIcon,
  VetCrossIcon,
} from '../illustrations/icons';
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

/** The claimed benefits, one card each. */
export function Benefits() {
  return (
    <Section
      id="benefits"
      title="Was Ihr Pferd davon hat"
      intro="Sieben Gründe, aus denen Pferdehalterinnen und Pferdehalter auf Sattelfest setzen."
    >
      <ul className="grid gap-x-10 gap-y-9 sm:grid-cols-2 lg:grid-cols-3">
        {benefitCards.map(({ key, title, text }) => {
          const Icon = icons[key];
          return (
            <li key={key} className="flex gap-5">
              <Icon className="size-14 shrink-0" />
              <div>
                <h3 className="text-xl text-green-900">{title}</h3>
                <p className="mt-2 text-ink-soft">{text}</p>
              </div>
            </li>
          );
        })}
      </ul>
    </Section>
  );
}
