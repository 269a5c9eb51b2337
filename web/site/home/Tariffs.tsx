import { pages } from '#domain/urls';
import { Island, type IslandProps } from '../../islands/Island';
import { TariffCalculator } from '../../islands/TariffCalculator';
import { useSourced } from '../../source';
import { linkClass } from '../../ui/button';
import { TaxNote } from '../SiteShell';
import { titles } from '../titles';
import { Section } from './Section';

export function Tariffs(props: IslandProps['tariffs']) {
  return (
    <Section
      id="tariffs"
      tone="deep"
      title="Drei Tarife im Vergleich"
      intro="Wählen Sie Selbstbeteiligung und Zahlweise: Die Beiträge zeigen, was ein Monat kostet."
    >
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

/** What owners ask first. Each leads to a page that asks for no name. */
function Questions() {
  const sourced = useSourced();
  return (
    <ul className="mt-8 grid gap-x-10 gap-y-5 border-t border-line-strong pt-6 sm:grid-cols-2">
      {questions.map(({ path, title, text }) => (
        <li key={path}>
          <a href={sourced(path)} className={`${linkClass} font-serif text-xl font-semibold`}>
            {title}
          </a>
          <p className="mt-1 text-ink-soft">{text}</p>
        </li>
      ))}
    </ul>
  );
}
