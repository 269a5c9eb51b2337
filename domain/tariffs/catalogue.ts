import { plainEuro } from '../format';
import { keysOf } from '../keys';

export const tariffNames = {
  basis: 'Basis-OP-Schutz',
  top: 'Top-OP-Schutz',
  premium: 'Premium-OP-Schutz',
};
export type TariffType = keyof typeof tariffNames;
export const tariffTypes = keysOf(tariffNames);

export const deductibles = [0, 250, 500, 1000] as const;

export const paymentFrequencyLabels = {
  monthly: 'Monatlich',
  quarterly: 'Vierteljährlich',
  semiannual: 'Halbjährlich',
  annual: 'Jährlich',
};
export type PaymentFrequency = keyof typeof paymentFrequencyLabels;
export const paymentFrequencies = keysOf(paymentFrequencyLabels);

/** What follows the amount of one payment: `44,58 € im Monat`. */
export const perPeriod: Record<PaymentFrequency, string> = {
  monthly: 'im Monat',
  quarterly: 'im Vierteljahr',
  semiannual: 'im Halbjahr',
  annual: 'im Jahr',
};

export type Benefit = { name: string; beschreibung: string };
type PremiumOption = { selfParticipation: number; monthlyPremium: number };
export type Tariff = {
  type: TariffType;
  name: string;
  badge: string;
  premiumOptions: PremiumOption[];
  benefits: Benefit[];
};
/** Response of `GET /api/tariffs`; `monthlyPremium` in EUR with cents. */
export type Catalogue = {
  tariffs: Tariff[];
  selfParticipationOptions: number[];
  /** Percent of the base premium, for older horses. */
  ageSurchargePercent: number;
};

/** The surcharge of the first version. An assumption (decision 003). */
export const firstAgeSurchargePercent = 20;

export function deductibleLabel(amount: number): string {
  return amount === 0 ? 'Ohne SB' : plainEuro(amount);
}

export const operationLimits = { basis: 2_500, top: null, premium: null } as const satisfies Record<
  TariffType,
  number | null
>;
/** The same for an OC, OCD or joint chip operation in Top. */
export const jointLimit = 1_500;
/** EUR for each day in the clinic. */
export const accommodationLimits: Record<TariffType, number> = { basis: 15, top: 30, premium: 30 };
/** Multiples of the GOT that vets charge, the most only in emergency service. */
export const chargedRates = { least: 1, most: 4 } as const;
/** The most that is reimbursed. */
export const usualRate = 2;
export const emergencyRates: Record<TariffType, number> = { basis: usualRate, top: usualRate, premium: 4 };
export const otherLimits = 'im Rahmen der GOT-Sätze und Einzelgrenzen';

const badges: Record<TariffType, string> = {
  basis: 'Günstiger Basisschutz',
  top: 'Empfehlung',
  premium: 'Umfassender Schutz',
};

/** Monthly base premiums in EUR cents, in the order of `deductibles`. */
const baseCents: Record<TariffType, readonly [number, number, number, number]> = {
  basis: [3977, 3580, 3142, 2268],
  top: [4844, 4458, 4021, 3149],
  premium: [6952, 6535, 6049, 5144],
};

const noAnnualLimit = 'ohne Jahreshöchstgrenze';
const unlimited = `unbegrenzt ${otherLimits}, ${noAnnualLimit}`;

const benefits: Record<TariffType, readonly Benefit[]> = {
  basis: [
    { name: 'Kostenerstattung', beschreibung: 'bis zum 2-fachen Satz der GOT' },
    {
      name: 'Leistung je Operation',
      beschreibung: `bis ${plainEuro(operationLimits.basis)}, ${noAnnualLimit}`,
    },
    { name: 'Nachbehandlung', beschreibung: 'bis zu 7 Tage nach der Operation' },
    {
      name: 'Unterbringung in der Klinik',
      beschreibung: `bis ${plainEuro(accommodationLimits.basis)} pro Tag`,
    },
    { name: 'Regenerative Therapien', beschreibung: 'bis 500 € je Versicherungsfall' },
  ],
  top: [
    { name: 'Kostenerstattung', beschreibung: 'bis zum 2-fachen Satz der GOT' },
    { name: 'Leistung je Operation', beschreibung: unlimited },
    { name: 'Nachbehandlung', beschreibung: 'bis zu 10 Tage nach der Operation' },
    {
      name: 'Unterbringung in der Klinik',
      beschreibung: `bis ${plainEuro(accommodationLimits.top)} pro Tag`,
    },
    { name: 'Regenerative Therapien', beschreibung: 'bis 1.000 € je Versicherungsfall' },
    {
      name: 'OC-, OCD- und Gelenkchip-OP',
      beschreibung: `bis ${plainEuro(jointLimit)} nach 12 Monaten Wartezeit`,
    },
  ],
  premium: [
    {
      name: 'Kostenerstattung',
      beschreibung: 'bis zum 2-fachen Satz der GOT, im Notdienst bis zum 4-fachen inkl. Notdienstgebühr',
    },
    { name: 'Leistung je Operation', beschreibung: unlimited },
    { name: 'Nachbehandlung', beschreibung: 'bis zu 14 Tage nach der Operation' },
    { name: 'Unterbringung in der Klinik', beschreibung: 'unbegrenzt' },
    { name: 'Regenerative Therapien', beschreibung: 'bis 1.000 € je Versicherungsfall' },
    { name: 'OC-, OCD- und Gelenkchip-OP', beschreibung: 'mitversichert nach 12 Monaten Wartezeit' },
    { name: 'Physiotherapie', beschreibung: '5 Einheiten zu je 60 Minuten' },
  ],
};

/** The built-in catalogue, used while the one in the database cannot be loaded. */
export const fallbackCatalogue: Catalogue = {
  tariffs: tariffTypes.map((type) => ({
    type,
    name: tariffNames[type],
    badge: badges[type],
    premiumOptions: deductibles.map((selfParticipation, index) => ({
      selfParticipation,
      monthlyPremium: (baseCents[type][index] ?? 0) / 100,
    })),
    benefits: [...benefits[type]],
  })),
  selfParticipationOptions: [...deductibles],
  ageSurchargePercent: firstAgeSurchargePercent,
};

/** Base premium of a tariff in EUR cents; null if the catalogue has no price for the deductible. */
export function basePremiumCents(catalogue: Catalogue, type: TariffType, deductible: number): number | null {
  const tariff = catalogue.tariffs.find((one) => one.type === type);
  const option = tariff?.premiumOptions.find((one) => one.selfParticipation === deductible);
  return option ? Math.round(option.monthlyPremium * 100) : null;
}
