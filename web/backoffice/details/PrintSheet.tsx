import type { ReactNode } from 'react';
import type { Application } from '#domain/application';
import type { ApplicationDetails } from '#domain/backoffice/applications';
import { brand, company, creditor, insurer } from '#domain/company';
import { consents, mandateText } from '#domain/consents';
import { berlinDay } from '#domain/dates';
import { formatInstant } from '#domain/format';
import { requirements } from '#domain/steps/horse';
import { HorseMark } from '../../ui/horse-mark';
import { stateLabels, stateOf } from '../applications/rows';
import { contactFacts, type Fact, horseFacts, mandateFacts, policyholderFacts, tariffFacts } from './facts';

/** The application as a document: a sheet on the screen, A4 on paper. */
export function PrintSheet({ details }: { details: ApplicationDetails }) {
  const { application, horseData, contactData, tariffSelection, policyholderInfo, sepaMandate } = details;
  const today = berlinDay(new Date());
  return (
    <article className="space-y-6 rounded-card border border-line bg-white p-5 shadow-card sm:p-10 print:space-y-4 print:rounded-none print:border-0 print:p-0 print:text-[9.5pt] print:leading-snug print:shadow-none">
      <title>{`Antrag ${application.id} | ${brand.name} Backoffice`}</title>
      <Letterhead />
      <Cover application={application} />
      <DataSet
        title="Pferd"
        facts={horseData && horseFacts(horseData, today)}
        missing="Keine Pferdedaten verfügbar"
      >
        {horseData?.requirementsConsent ? (
          <Declared>
            <ul className="list-disc pl-5">
              {requirements.map((requirement) => (
                <li key={requirement}>{requirement}</li>
              ))}
            </ul>
            <p className="mt-1">„{consents.requirements}“</p>
          </Declared>
        ) : null}
      </DataSet>
      <DataSet
        title="Tarif und Beitrag"
        facts={tariffSelection && tariffFacts(tariffSelection)}
        missing="Keine Tarifdaten verfügbar"
      />
      <DataSet
        title="Versicherungsnehmer"
        facts={policyholderInfo && policyholderFacts(policyholderInfo)}
        missing="Keine Versicherungsnehmerdaten verfügbar"
      />
      <DataSet
        title="Kontakt"
        facts={contactData && contactFacts(contactData)}
        missing="Keine Kontaktdaten verfügbar"
      >
        {contactData?.dataProcessingConsent ? <Declared>„{consents.dataProcessing}“</Declared> : null}
      </DataSet>
      <DataSet
        title="SEPA-Lastschriftmandat"
        facts={sepaMandate && mandateFacts(sepaMandate)}
        missing="Keine SEPA-Daten verfügbar"
      >
        {sepaMandate?.mandateAccepted ? (
          <Declared>
            {mandateText(creditor.name).map((paragraph) => (
              <p key={paragraph} className="mb-1">
                {paragraph}
              </p>
            ))}
            <p>„{consents.mandate}“</p>
          </Declared>
        ) : null}
      </DataSet>
      {application.completed ? (
        <Section title="Erklärung beim Absenden">
          <Declared>„{consents.submission}“</Declared>
        </Section>
      ) : null}
      <Foot printedAt={new Date().toISOString()} />
    </article>
  );
}

function Letterhead() {
  return (
    <header className="flex flex-wrap items-center justify-between gap-x-8 gap-y-3 border-b-2 border-green-900 pb-4 print:pb-2">
      <p className="flex items-center gap-3">
        <HorseMark className="size-11 text-green-800" />
        <span>
          <span className="block font-serif text-2xl leading-tight font-semibold text-green-900">
            {brand.name}
          </span>
          <span className="block text-sm text-ink-soft">{brand.claim}</span>
        </span>
      </p>
      <address className="text-sm text-ink-soft not-italic sm:text-right">
        {company.name}
        <br />
        {company.street}, {company.zipCode} {company.city}
        <br />
        {company.phone}, {company.email}
      </address>
    </header>
  );
}

function Cover({ application }: { application: Application }) {
  const { completed, createdAt, lastUpdated } = application;
  const facts: Fact[] = [
    { name: 'Status', value: stateLabels[stateOf(application)] },
    { name: 'Begonnen', value: formatInstant(createdAt) },
    // nothing changes any more once it is sent off
    { name: completed ? 'Eingereicht' : 'Zuletzt aktualisiert', value: formatInstant(lastUpdated) },
  ];
  return (
    <div>
      <h1 className="text-3xl text-green-900 print:text-[17pt]">Antrag auf OP-Versicherung für ein Pferd</h1>
      <p className="mt-1 text-ink-soft">
        An {insurer.name}, {insurer.street}, {insurer.zipCode} {insurer.city}
      </p>
      {completed ? null : (
        <p className="mt-3 rounded-control border border-saddle-300 bg-saddle-50 px-4 py-2 font-semibold">
          Noch nicht eingereicht: Die Angaben können sich ändern.
        </p>
      )}
      <p className="mt-4 print:mt-2">
        Antrag-ID <span className="font-mono font-semibold break-all">{application.id}</span>
      </p>
      <Rows facts={facts} className="mt-1" />
    </div>
  );
}

type DataSetProps = { title: string; facts: Fact[] | null; missing: string; children?: ReactNode };

function DataSet({ title, facts, missing, children }: DataSetProps) {
  return (
    <Section title={title}>
      {facts ? <Rows facts={facts} /> : <p className="text-ink-soft">{missing}</p>}
      {children}
    </Section>
  );
}

/** Not torn apart between two sheets where it fits on one. */
function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="break-inside-avoid">
      <h2 className="mb-2 break-after-avoid border-b border-line pb-1 text-xl text-green-900 print:mb-1 print:text-[12pt]">
        {title}
      </h2>
      {children}
    </section>
  );
}

function Rows({ facts, className = '' }: { facts: readonly Fact[]; className?: string }) {
  return (
    <dl className={`grid gap-x-8 sm:grid-cols-2 print:grid-cols-2 print:gap-x-[6mm] ${className}`}>
      {facts.map(({ name, value }) => (
        <div
          key={name}
          className="grid grid-cols-[9.75rem_minmax(0,1fr)] gap-x-3 max-[28rem]:grid-cols-1 border-b border-line/60 py-1 print:grid-cols-[33mm_minmax(0,1fr)] print:gap-x-[2mm] print:py-[0.6mm]"
        >
          <dt className="text-ink-soft">{name}</dt>
          <dd className="font-medium wrap-anywhere">{value || '-'}</dd>
        </div>
      ))}
    </dl>
  );
}

/** What the applicant agreed to, word for word. */
function Declared({ children }: { children: ReactNode }) {
  return <div className="mt-2 text-sm text-ink-soft print:mt-1 print:text-[8.5pt]">{children}</div>;
}

function Foot({ printedAt }: { printedAt: string }) {
  return (
    <footer className="border-t border-line pt-3 text-sm text-ink-soft print:text-[8pt]">
      Stand vom {formatInstant(printedAt)}. Enthält personenbezogene Daten.
    </footer>
  );
}
