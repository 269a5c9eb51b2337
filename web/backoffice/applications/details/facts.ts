/** The facts of each data set for staff; null if the set is missing. */
import { setFields } from '#domain/application';
import type { ApplicationDetails } from '#domain/applications/staff';
import { groupIban } from '#domain/bank/numbers';
import { type Fact, factsOf } from '#domain/facts';
import { formatMoney } from '#domain/format';
import { mailHref, phoneHref } from '#domain/links';
import type { SetKey } from '#domain/steps/all';
import { ageText, horseFields } from '#domain/steps/horse';
import { tariffFields } from '#domain/steps/tariff';
import { instalmentCents, periods, toEuro } from '#domain/tariffs/premium';

export type LinkedFact = Fact & { href?: string };

type Known<Key extends keyof ApplicationDetails> = NonNullable<ApplicationDetails[Key]>;

/** `today` (YYYY-MM-DD): the day for which the horse's age is computed. */
export function detailFacts(details: ApplicationDetails, today: string): Record<SetKey, LinkedFact[] | null> {
  const { horseData, contactData, tariffSelection, policyholderInfo, sepaMandate } = details;
  return {
    'horse-data': horseData && horseFacts(horseData, today),
    'contact-data': contactData && [
      ...linked(factsOf(setFields['contact-data'], contactData)),
      yesNo('Datenverarbeitung zugestimmt', contactData.dataProcessingConsent),
    ],
    'tariff-selection': tariffSelection && tariffFacts(tariffSelection),
    'policyholder-info': policyholderInfo && [
      ...linked(factsOf(setFields['policyholder-info'], policyholderInfo)),
      yesNo('Andere Person als der Kontakt', policyholderInfo.differentPolicyholder),
    ],
    'sepa-mandate': sepaMandate && mandateFacts(sepaMandate),
  };
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

/** The facts of a person, with links for e-mail and phone. */
function linked(facts: Record<string, Fact>): LinkedFact[] {
  return Object.entries(facts).map(([name, fact]) => ({
    ...fact,
    href: addresses[name]?.(fact.value ?? ''),
  }));
}

function yesNo(label: string, value: boolean): Fact {
  return { label, value: value ? 'Ja' : 'Nein' };
}
