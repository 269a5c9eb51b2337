import type { ReactNode } from 'react';
import { Island } from '../../islands/Island';
import type { IslandProps } from '../../islands/names';
import { TariffCalculator } from '../../islands/TariffCalculator';
import { SiteShell } from '../SiteShell';
import { StructuredData } from '../StructuredData';
import { Benefits } from './Benefits';
import { CallbackSection } from './CallbackSection';
import { Examples } from './Examples';
import { Faq } from './Faq';
import { Hero } from './Hero';
import { Section } from './Section';
import { Testimonials } from './Testimonials';

type Props = {
  /** What the cheapest tariff costs. */
  price: ReactNode;
  /** Everything below the hero. */
  sections: ReactNode;
};

/** The landing page: the hero is first sight and needs no tariffs, except for the line that ends it. */
export function HomePage({ price, sections }: Props) {
  return (
    <SiteShell>
      <Hero price={price} />
      {sections}
    </SiteShell>
  );
}

/** The sections below the hero, in the order of spec 2. */
export function HomeSections({ tariffs, callback, facts }: IslandProps & { facts: unknown }) {
  return (
    <>
      <Benefits />
      <Section
        id="tariffs"
        tone="deep"
        title="Drei Tarife im Vergleich"
        intro="Wählen Sie Selbstbeteiligung und Zahlweise: Die Beiträge zeigen, was ein Monat kostet."
      >
        <Island name="tariffs" component={TariffCalculator} props={tariffs} />
      </Section>
      <Examples />
      <Testimonials />
      <Faq />
      <CallbackSection {...callback} />
      <StructuredData data={facts} />
    </>
  );
}
