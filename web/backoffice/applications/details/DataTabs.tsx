import type { ReactNode } from 'react';
import { missingSentences } from '#domain/application';
import type { ApplicationDetails } from '#domain/applications/staff';
import { berlinDay } from '#domain/dates';
import type { SetKey } from '#domain/steps/all';
import { Tabs } from '../../../ui/tabs';
import { oneOf, searchOf, useSearchState } from '../../screen';
import { Linked } from '../../table/cells';
import { EmailsTab } from './EmailsTab';
import { detailFacts, type LinkedFact } from './facts';

export const detailsSearch = searchOf({
  tab: oneOf(['horse', 'contact', 'tariff', 'policyholder', 'sepa', 'emails']),
});
export type DetailTab = NonNullable<ReturnType<typeof detailsSearch>['tab']>;

/** A tab for each data set and one for the mails. The open tab is in the address, unless it is the first one. */
export function DataTabs({ details }: { details: ApplicationDetails }) {
  const [{ tab = 'horse' }, change] = useSearchState(detailsSearch);
  // no history entry: going back leads to the list
  const show = (chosen: DetailTab) => change({ tab: chosen === 'horse' ? undefined : chosen }, true);
  return <Tabs label="Angaben zum Antrag" active={tab} onChange={show} tabs={tabsOf(details)} />;
}

const dataTabs: { key: DetailTab; label: string; set: SetKey }[] = [
  { key: 'horse', label: 'Pferd', set: 'horse-data' },
  { key: 'contact', label: 'Kontakt', set: 'contact-data' },
  { key: 'tariff', label: 'Tarif', set: 'tariff-selection' },
  { key: 'policyholder', label: 'Versicherungsnehmer', set: 'policyholder-info' },
  { key: 'sepa', label: 'SEPA', set: 'sepa-mandate' },
];

function tabsOf(details: ApplicationDetails): { key: DetailTab; label: string; content: ReactNode }[] {
  const facts = detailFacts(details, berlinDay(new Date()));
  return [
    ...dataTabs.map(({ key, label, set }) => ({
      key,
      label,
      content: panel(facts[set], missingSentences[set]),
    })),
    { key: 'emails', label: 'E-Mails', content: <EmailsTab details={details} /> },
  ];
}

function panel(facts: LinkedFact[] | null, missing: string): ReactNode {
  if (!facts) return <Missing>{missing}</Missing>;
  return (
    <div className="rounded-card border border-line bg-white p-4 shadow-card sm:p-6">
      <FactList facts={facts} />
    </div>
  );
}

function Missing({ children }: { children: ReactNode }) {
  return (
    <p className="rounded-card border border-dashed border-line-strong/60 bg-white/60 px-4 py-8 text-center text-ink-soft">
      {children}
    </p>
  );
}

/** Labels above their values, in columns. A missing value shows `-`. */
function FactList({ facts }: { facts: readonly LinkedFact[] }) {
  return (
    <dl className="grid gap-x-8 gap-y-4 sm:grid-cols-2 xl:grid-cols-3">
      {facts.map(({ label, value, href }) => (
        <div key={label}>
          <dt className="text-sm text-ink-soft">{label}</dt>
          <dd className="font-medium wrap-anywhere">
            {value ? <Linked href={href}>{value}</Linked> : <span>-</span>}
          </dd>
        </div>
      ))}
    </dl>
  );
}
