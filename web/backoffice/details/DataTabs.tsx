import { useNavigate, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { ApplicationDetails } from '#domain/backoffice/applications';
import { berlinDay } from '#domain/dates';
import { Tabs } from '../../ui/tabs';
import { EmailsTab } from './EmailsTab';
import { FactList } from './FactList';
import { contactFacts, type Fact, horseFacts, mandateFacts, policyholderFacts, tariffFacts } from './facts';
import type { DetailTab } from './search';

/** The data sets and the mails, one tab each; the open one stands in the address, the first by nothing being there. */
export function DataTabs({ details }: { details: ApplicationDetails }) {
  const { tab = 'horse' } = useSearch({ from: '/backoffice/applications/$id' });
  const navigate = useNavigate({ from: '/backoffice/applications/$id' });
  const show = (chosen: DetailTab) =>
    void navigate({
      search: { tab: chosen === 'horse' ? undefined : chosen },
      // a tab is no stop on the way back to the list
      replace: true,
      state: true,
      resetScroll: false,
    });
  return <Tabs label="Angaben zum Antrag" active={tab} onChange={show} tabs={tabsOf(details)} />;
}

function tabsOf(details: ApplicationDetails): { key: DetailTab; label: string; content: ReactNode }[] {
  const { horseData, contactData, tariffSelection, policyholderInfo, sepaMandate } = details;
  const today = berlinDay(new Date());
  const horse = horseData && horseFacts(horseData, today);
  const contact = contactData && contactFacts(contactData);
  const tariff = tariffSelection && tariffFacts(tariffSelection);
  const policyholder = policyholderInfo && policyholderFacts(policyholderInfo);
  const mandate = sepaMandate && mandateFacts(sepaMandate);
  return [
    { key: 'horse', label: 'Pferd', content: panel(horse, 'Keine Pferdedaten verfügbar') },
    { key: 'contact', label: 'Kontakt', content: panel(contact, 'Keine Kontaktdaten verfügbar') },
    { key: 'tariff', label: 'Tarif', content: panel(tariff, 'Keine Tarifdaten verfügbar') },
    {
      key: 'policyholder',
      label: 'Versicherungsnehmer',
      content: panel(policyholder, 'Keine Versicherungsnehmerdaten verfügbar'),
    },
    { key: 'sepa', label: 'SEPA', content: panel(mandate, 'Keine SEPA-Daten verfügbar') },
    { key: 'emails', label: 'E-Mails', content: <EmailsTab details={details} /> },
  ];
}

function panel(facts: Fact[] | null, missing: string): ReactNode {
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
