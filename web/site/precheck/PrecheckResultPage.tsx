import { precheckNote } from '#domain/law/wordings';
import type { Outcome, PrecheckEntries } from '#domain/precheck/precheck';
import { formCard } from '../forms';
import { MedallionHead, SiteShell } from '../SiteShell';
import { Callback, Fits, Obstacles, Unknown } from './cards';
import { PrecheckForm } from './PrecheckForm';
import { resultHead } from './titles';

type Props = { outcome: Outcome; entries: PrecheckEntries; today: string };

/** What follows from the answers, and the form with them, to change one. */
export function PrecheckResultPage({ outcome, entries, today }: Props) {
  const { title, lead } = resultHead(outcome);
  const { obstacles, unknown } = outcome;
  return (
    <SiteShell>
      <div className="mx-auto max-w-3xl px-4 py-10 sm:px-6 sm:py-16">
        <MedallionHead title={title}>{lead}</MedallionHead>
        {obstacles.length > 0 ? <Obstacles obstacles={obstacles} /> : null}
        {unknown.length > 0 ? <Unknown keys={unknown} /> : null}
        {obstacles.length + unknown.length > 0 ? <Callback /> : <Fits />}
        <p className="mt-6 text-ink-soft">{precheckNote}</p>
        <details className="mt-10 border-t border-line pt-4">
          <summary className="min-h-11 cursor-pointer py-2 font-semibold text-green-900">
            Antworten ändern
          </summary>
          <PrecheckForm entries={entries} today={today} className={`mt-4 ${formCard}`} />
        </details>
      </div>
    </SiteShell>
  );
}
