import { useOperator } from '../operator';
import { HorseMark } from './horse-mark';

/** Covers the page until it can be used. */
export function Splash() {
  const { brand, company } = useOperator();
  return (
    <section
      data-splash=""
      aria-label={brand.name}
      className="fixed inset-0 z-40 flex flex-col items-center justify-center gap-6 bg-paper px-6 text-center"
    >
      <HorseMark className="size-20 text-green-800" />
      <p className="max-w-full font-serif text-3xl font-semibold text-green-900 wrap-anywhere">
        {brand.name}
      </p>
      <progress
        max={100}
        value={66}
        aria-label="Ladevorgang"
        className="h-1.5 w-56 appearance-none overflow-hidden rounded-full bg-green-100 [&::-moz-progress-bar]:bg-saddle-600 [&::-webkit-progress-bar]:bg-green-100 [&::-webkit-progress-value]:bg-saddle-600"
      />
      <p role="status" className="text-ink-soft">
        Ihre Versicherung wird geladen...
      </p>
      <noscript>
        <p className="max-w-md">
          Für den Antrag brauchen wir JavaScript. Bitte schalten Sie es in Ihrem Browser ein, oder rufen Sie
          uns an, wir helfen Ihnen weiter: <a href={company.phoneHref}>{company.phone}</a>.
        </p>
      </noscript>
    </section>
  );
}
