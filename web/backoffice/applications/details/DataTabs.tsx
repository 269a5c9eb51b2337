import { type MouseEvent, type ReactNode, useRef } from 'react';
import { missingSentences, setFields } from '#domain/application';
import type { ApplicationDetails, ReminderType } from '#domain/applications/staff';
import { groupIban } from '#domain/bank/numbers';
import { berlinDay } from '#domain/dates';
import { type Fact, factsOf } from '#domain/facts';
import { formatInstant, formatMoney } from '#domain/format';
import { mailHref, phoneHref } from '#domain/hrefs';
import { mailKinds } from '#domain/mails/kinds';
import type { EmailLog } from '#domain/mails/log';
import type { MessageResponse } from '#domain/responses';
import type { SetKey } from '#domain/steps/all';
import { ageText, horseFields, tariffFields } from '#domain/steps/sets';
import { instalmentCents, periods, toEuro } from '#domain/tariffs/premium';
import { api, href } from '#domain/urls';
import { request } from '../../../api';
import { SmallButton } from '../../../ui/button';
import { useFocusAfter } from '../../../ui/focus';
import { Tabs } from '../../../ui/tabs';
import { sentenceOf, useAction } from '../../calls';
import { MailOutcome } from '../../email-logs/EmailLogsPage';
import { oneOf, searchOf, useSearchState } from '../../screen';
import { Linked } from '../../table/cells';
import { Empty } from '../../table/frame';
import { type Column, column, Table, wide } from '../../table/Table';

export const detailsSearch = searchOf({
  tab: oneOf(['horse', 'contact', 'tariff', 'policyholder', 'sepa', 'emails']),
});
export type DetailTab = NonNullable<ReturnType<typeof detailsSearch>['tab']>;

export function DataTabs({ details }: { details: ApplicationDetails }) {
  const [{ tab = 'horse' }, change] = useSearchState(detailsSearch);
  // no history entry: going back leads to the list
  const show = (chosen: DetailTab) => change({ tab: chosen === 'horse' ? undefined : chosen }, true);
  return <Tabs label="Angaben zum Antrag" active={tab} onChange={show} tabs={tabsOf(details)} />;
}

function tabsOf(details: ApplicationDetails): { key: DetailTab; label: string; content: ReactNode }[] {
  const { horseData, contactData, tariffSelection, policyholderInfo, sepaMandate } = details;
  const tab = (key: DetailTab, label: string, set: SetKey, facts: LinkedFact[] | null) => ({
    ...{ key, label },
    content: facts ? <FactList facts={facts} /> : <Missing>{missingSentences[set]}</Missing>,
  });
  return [
    tab('horse', 'Pferd', 'horse-data', horseData && horseFacts(horseData, berlinDay(new Date()))),
    tab('contact', 'Kontakt', 'contact-data', contactData && contactFacts(contactData)),
    tab('tariff', 'Tarif', 'tariff-selection', tariffSelection && tariffFacts(tariffSelection)),
    tab(
      'policyholder',
      'Versicherungsnehmer',
      'policyholder-info',
      policyholderInfo && holderFacts(policyholderInfo),
    ),
    tab('sepa', 'SEPA', 'sepa-mandate', sepaMandate && mandateFacts(sepaMandate)),
    { key: 'emails', label: 'E-Mails', content: <EmailsTab details={details} /> },
  ];
}

function Missing({ children }: { children: ReactNode }) {
  return (
    <p className="rounded-card border border-dashed border-line-strong/60 bg-white/60 px-4 py-8 text-center text-ink-soft">
      {children}
    </p>
  );
}

function FactList({ facts }: { facts: readonly LinkedFact[] }) {
  return (
    <div className="rounded-card border border-line bg-white p-4 shadow-card sm:p-6">
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
    </div>
  );
}

type LinkedFact = Fact & { href?: string };

type Known<Key extends keyof ApplicationDetails> = NonNullable<ApplicationDetails[Key]>;

function contactFacts(contact: Known<'contactData'>): LinkedFact[] {
  const consent = yesNo('Datenverarbeitung zugestimmt', contact.dataProcessingConsent);
  return [...linked(factsOf(setFields['contact-data'], contact)), consent];
}

function holderFacts(holder: Known<'policyholderInfo'>): LinkedFact[] {
  const isOther = yesNo('Andere Person als der Kontakt', holder.differentPolicyholder);
  return [...linked(factsOf(setFields['policyholder-info'], holder)), isOther];
}

function horseFacts(horse: Known<'horseData'>, today: string): Fact[] {
  const { insuranceStartDate, horseName, birthDate, ...more } = factsOf(horseFields, horse);
  return [
    insuranceStartDate,
    horseName,
    birthDate,
    { label: 'Alter', value: ageText(horse.birthDate, today) },
    ...Object.values(more),
    yesNo('Voraussetzungen bestätigt', horse.requirementsConsent),
  ];
}

function tariffFacts(selection: Known<'tariffSelection'>): Fact[] {
  const { tariff, selfParticipation: amount, monthlyPremium, annualPremium } = selection;
  const chosen = factsOf(tariffFields, { ...selection, tariffType: tariff });
  const { tariffType, selfParticipation, ...more } = chosen;
  return [
    { ...tariffType, label: 'Gewählter Tarif' },
    { ...selfParticipation, value: `${formatMoney(amount)}${amount === 0 ? ' (ohne SB)' : ''}` },
    ...Object.values(more),
    { label: 'Monatsbeitrag', value: formatMoney(monthlyPremium) },
    ...instalment(selection),
    { label: 'Jahresbeitrag', value: formatMoney(annualPremium) },
  ];
}

/** The amount of one payment, unless it is the monthly or the annual premium. */
function instalment(selection: Known<'tariffSelection'>): Fact[] {
  const { months } = periods[selection.paymentFrequency];
  if (months === 1 || months === 12) return [];
  const value = formatMoney(toEuro(instalmentCents(selection)));
  return [{ label: `Beitrag für ${months} Monate`, value }];
}

function mandateFacts(mandate: Known<'sepaMandate'>): Fact[] {
  return [
    ...Object.values(factsOf(setFields['sepa-mandate'], { ...mandate, iban: groupIban(mandate.iban) })),
    yesNo('Mandat erteilt', mandate.mandateAccepted),
    { label: 'Mandatsreferenz', value: mandate.mandateReference },
    { label: 'Gläubiger-ID', value: mandate.creditorId },
  ];
}

const addresses: Record<string, (value: string) => string | undefined> = {
  email: mailHref,
  phone: phoneHref,
};

function linked(facts: Record<string, Fact>): LinkedFact[] {
  return Object.entries(facts).map(([name, fact]) => ({
    ...fact,
    href: addresses[name]?.(fact.value ?? ''),
  }));
}

function yesNo(label: string, value: boolean): Fact {
  return { label, value: value ? 'Ja' : 'Nein' };
}

function EmailsTab({ details }: { details: ApplicationDetails }) {
  const { application, contactData, emailLogs } = details;
  const { run: remind, busy: sending } = useAction({
    call: (type: ReminderType) =>
      request<MessageResponse>('POST', href(api.resendReminder, { id: application.id }), { type }),
    success: ({ message }) => ({ title: 'Email versendet', description: message }),
    failure: (error) => ({
      title: 'Fehler beim Senden der Email',
      description: sentenceOf(error, 'Die Email konnte nicht versendet werden'),
    }),
  });
  const pressed = useRef<HTMLButtonElement>(null);
  // a disabled button loses the focus
  useFocusAfter(sending, pressed);
  const remindBy = (type: ReminderType) => (event: MouseEvent<HTMLButtonElement>) => {
    pressed.current = event.currentTarget;
    remind(type);
  };
  const disabled = sending || !contactData?.email;
  return (
    <div className="space-y-4">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <div className="flex flex-wrap gap-2">
          <SmallButton disabled={disabled} onClick={remindBy('first')}>
            Erste Erinnerung senden
          </SmallButton>
          <SmallButton disabled={disabled} onClick={remindBy('second')}>
            Zweite Erinnerung senden
          </SmallButton>
        </div>
        <p role="status" className="text-sm text-ink-soft">
          {hint(sending, contactData)}
        </p>
      </div>
      {emailLogs.length > 0 ? (
        <Table label="Verlauf" columns={columns} rows={emailLogs} look="shortXl" />
      ) : (
        <Empty small title="Keine E-Mails verfügbar" />
      )}
    </div>
  );
}

function hint(sending: boolean, contact: ApplicationDetails['contactData']): string {
  if (sending) return 'Wird gesendet...';
  if (!contact) return 'Für eine Erinnerung fehlt noch die Adresse aus dem zweiten Schritt.';
  return contact.reminderConsent ? '' : 'Keine Einwilligung: neutraler Hinweis';
}

const columns: Column<EmailLog>[] = [
  column('Gesendet', ({ sentAt }) => formatInstant(sentAt), `${wide} tabular-nums xl:whitespace-nowrap`),
  column('Typ', ({ emailType }) => mailKinds[emailType].label),
  column('Empfänger', ({ recipientEmail }) => recipientEmail),
  column('Betreff', ({ subject }) => subject),
  column('Ergebnis', (log) => <MailOutcome log={log} />),
];
