import type { Operator } from '#domain/operator/operator';
import type { IslandProps } from '../../islands/Island';
import { SiteShell } from '../SiteShell';
import { Benefits } from './Benefits';
import { CallbackSection } from './CallbackSection';
import { Examples } from './Examples';
import { Faq } from './Faq';
import { Hero } from './Hero';
import { Section } from './Section';
import { Tariffs } from './Tariffs';

type Props = IslandProps & {
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
  return (
    <Section title="Wie es sich anfühlt, gut versichert zu sein" intro={noticeOf(first.kind, legal)}>
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

function noticeOf(
  kind: Operator['testimonials'][number]['kind'],
  { testimonialsChecked }: Operator['legal'],
) {
  if (kind === 'example') return 'Erfundene Beispiele, keine Kundenbewertungen.';
  return testimonialsChecked ?? usualCheck;
}

/** What `verified` means, for an operator who says no more. */
const usualCheck =
  'Wir haben geprüft, dass diese Stimmen von Menschen stammen, die ihr Pferd über uns versichert haben.';
