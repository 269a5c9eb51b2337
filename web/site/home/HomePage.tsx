import type { Operator } from '#domain/operator/operator';
import { Island } from '../../islands/Island';
import type { IslandProps } from '../../islands/names';
import { TariffCalculator } from '../../islands/TariffCalculator';
import { SiteShell } from '../SiteShell';
import { Benefits } from './Benefits';
import { CallbackSection } from './CallbackSection';
import { Examples } from './Examples';
import { Faq } from './Faq';
import { Hero } from './Hero';
import { Section } from './Section';
import { Testimonials } from './Testimonials';

type Props = IslandProps & {
  operator: Operator;
  facts: unknown;
};

export function HomePage({ tariffs, callback, operator, facts }: Props) {
  return (
    <SiteShell>
      <Hero catalogue={tariffs.catalogue} />
      <Benefits catalogue={tariffs.catalogue} />
      <Section
        id="tariffs"
        tone="deep"
        title="Drei Tarife im Vergleich"
        intro="Wählen Sie Selbstbeteiligung und Zahlweise: Die Beiträge zeigen, was ein Monat kostet."
      >
        <Island name="tariffs" component={TariffCalculator} props={tariffs} />
      </Section>
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
