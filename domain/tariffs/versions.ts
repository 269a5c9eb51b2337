import {
  type Benefit,
  basePremiumCents,
  type Catalogue,
  deductibles,
  fallbackCatalogue,
  type TariffType,
  tariffNames,
  tariffTypes,
} from './catalogue';

/** A draft may still change; a released version waits for its day; one version is active at a time. */
export const tariffStates = {
  draft: 'Entwurf',
  released: 'Freigegeben',
  active: 'Gültig',
  past: 'Vergangen',
} as const;
export type TariffState = keyof typeof tariffStates;

export type TariffTerms = Catalogue;

export const premiumBounds = { least: 1, most: 9_999.99 } as const;
export const mostSurchargePercent = 100;
export const mostBenefits = 20;
/** A premium that moves by more percent than this is released only on confirmation. */
export const largestQuietMove = 25;

type Premiums = (number | null)[][];
/** What may change from one version to the next. The rows are those of `tariffTypes`. */
export type Changeable = { premiums: Premiums; benefits: Benefit[][]; ageSurchargePercent: number };

export function changeableOf(terms: TariffTerms): Changeable {
  return {
    premiums: tariffTypes.map((type) => deductibles.map((one) => euroOf(basePremiumCents(terms, type, one)))),
    benefits: tariffTypes.map((type) => terms.tariffs.find((one) => one.type === type)?.benefits ?? []),
    ageSurchargePercent: terms.ageSurchargePercent,
  };
}

/** The terms with other premiums, benefits or surcharge. What is missing comes from the built-in catalogue. */
export function termsWith(terms: TariffTerms, changes: Partial<Changeable>): TariffTerms {
  const { premiums, benefits, ageSurchargePercent } = { ...changeableOf(terms), ...changes };
  return {
    ...fallbackCatalogue,
    ageSurchargePercent,
    tariffs: fallbackCatalogue.tariffs.map((builtIn, row) => {
      const own = terms.tariffs.find(({ type }) => type === builtIn.type) ?? builtIn;
      return {
        ...own,
        premiumOptions: builtIn.premiumOptions.map((option, column) => ({
          ...option,
          monthlyPremium: premiums[row]?.[column] ?? option.monthlyPremium,
        })),
        benefits: benefits[row]?.length ? benefits[row] : own.benefits,
      };
    }),
  };
}

/** A premium that differs between two versions. `percent` with one decimal; null: there was no premium. */
export type PremiumMove = {
  tariffType: TariffType;
  tariff: string;
  selfParticipation: number;
  old: number | null;
  new: number;
  percent: number | null;
  /** It moves by more than `largestQuietMove` percent. */
  large: boolean;
};

export function movesBetween(old: Premiums, next: Premiums): PremiumMove[] {
  return tariffTypes.flatMap((tariffType, row) =>
    deductibles.flatMap((selfParticipation, column) => {
      const [before, after] = [old[row]?.[column] ?? null, next[row]?.[column] ?? null];
      if (after === null || before === after) return [];
      const head = { tariffType, tariff: tariffNames[tariffType], selfParticipation };
      return { ...head, old: before, new: after, ...sizeOf(before, after) };
    }),
  );
}

function sizeOf(before: number | null, after: number): Pick<PremiumMove, 'percent' | 'large'> {
  if (before === null) return { percent: null, large: false };
  const old = Math.round(before * 100);
  const difference = Math.round(after * 100) - old;
  return {
    percent: Math.round((difference * 1000) / old) / 10,
    large: Math.abs(difference) * 100 > old * largestQuietMove,
  };
}

type Dated = { id: string; number: number; validFrom: string; state: TariffState };

/** For a draft and a released one: the last one that begins earlier, else the active one. Null if there is none. */
export function precedingVersion<V extends Dated>(versions: readonly V[], version: Dated): V | null {
  const ended = version.state === 'active' || version.state === 'past';
  const earlier = versions
    .filter(({ state }) => state === (ended ? 'past' : 'released'))
    .filter((one) => one.id !== version.id && (ended ? isBefore(one, version) : beginsBefore(one, version)))
    .toSorted((one, other) => (isBefore(one, other) ? 1 : -1));
  if (earlier[0]) return earlier[0];
  return ended ? null : (versions.find(({ state }) => state === 'active') ?? null);
}

type Release<V> =
  | { kind: 'past_day' }
  | { kind: 'large_moves'; moves: PremiumMove[] }
  /** `replaced`: what was released for the same day becomes a draft again, because the later decision counts. */
  | { kind: 'free'; replaced: V[] };

/** What releasing a draft would do, or why it may not be. `versions` are all there are. */
export function decideRelease<V extends Dated & { terms: TariffTerms }>(
  versions: readonly V[],
  draft: V,
  { confirmed, today }: { confirmed: boolean; today: string },
): Release<V> {
  if (draft.validFrom < today) return { kind: 'past_day' };
  const before = precedingVersion(versions, draft);
  const moves = before
    ? movesBetween(changeableOf(before.terms).premiums, changeableOf(draft.terms).premiums)
    : [];
  const large = moves.filter((move) => move.large);
  if (large.length > 0 && !confirmed) return { kind: 'large_moves', moves: large };
  const isReplaced = ({ state, validFrom }: V) => state === 'released' && validFrom === draft.validFrom;
  return { kind: 'free', replaced: versions.filter(isReplaced) };
}

function beginsBefore(one: Dated, other: Dated): boolean {
  return one.validFrom < other.validFrom;
}

function isBefore(one: Dated, other: Dated): boolean {
  return beginsBefore(one, other) || (one.validFrom === other.validFrom && one.number < other.number);
}

const euroOf = (cents: number | null) => (cents === null ? null : cents / 100);
