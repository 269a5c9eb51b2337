import { typeset } from '#domain/format';
import { questionsOf } from '#domain/landing-facts';
import type { Catalogue } from '#domain/tariffs/catalogue';
import { publicPages as pages } from '#domain/urls';
import { StableScene } from '../../illustrations';
import { useOperator } from '../../operator';
import { useSourced } from '../../source';
import { buttonClass } from '../../ui/button';
import { Section } from './Section';

/** Five questions, one open at a time. The browser's own accordion needs no script. */
export function Faq({ catalogue }: { catalogue: Catalogue }) {
  return (
    <Section id="faq" tone="deep" title="Häufige Fragen">
      <div className="grid items-start gap-10 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)] lg:gap-14">
        <div className="divide-y divide-line border-y border-line">
          {questionsOf(catalogue.ageSurchargePercent).map(({ question, answer }) => (
            <details key={question} name="faq" className="group">
              <summary className="flex cursor-pointer list-none items-center justify-between gap-6 py-5">
                <h3 className="text-lg text-green-900 sm:text-xl">{question}</h3>
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
              <p className="pr-10 pb-6 text-ink-soft">{typeset(answer)}</p>
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
  const sourced = useSourced();
  return (
    <div className="overflow-hidden rounded-card border border-line bg-white shadow-card">
      <StableScene className="block w-full" />
      <div className="p-6">
        <h3 className="text-xl text-green-900">Ihre Frage ist nicht dabei?</h3>
        <p className="mt-2 text-ink-soft">
          Nennen Sie uns Ihre Wunschzeit ({company.serviceHours}), wir rufen Sie an. Kostenlos und
          unverbindlich.
        </p>
        <a href={sourced(pages.callback)} className={`${buttonClass('secondary')} mt-5 w-full`}>
          Rückruf vereinbaren
        </a>
      </div>
    </div>
  );
}
