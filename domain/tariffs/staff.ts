/** Versions of the tariffs in the staff API, and the bodies of their calls. Days are `YYYY-MM-DD`, money is in EUR. */
import {
  Boolean as BooleanType,
  Integer,
  Number as NumberType,
  Object as ObjectType,
  Optional,
  type Static,
  String as StringType,
} from 'typebox';
import { isDay } from '../dates';
import { type Checked, rule, text } from '../fields';
import { formatDecimal } from '../format';
import { deductibles, tariffTypes } from './catalogue';
import { checkNested, list } from './nested';
import {
  type Changeable,
  mostBenefits,
  mostSurchargePercent,
  premiumBounds,
  type TariffState,
} from './versions';

/** A version. Rows are the tariffs basis, top and premium; columns the deductibles 0, 250, 500 and 1000. */
export type TariffVersion = Changeable & {
  id: string;
  /** Its number in the order of creation, by which people name it. */
  number: number;
  version: number;
  validFrom: string;
  state: TariffState;
  createdBy: string;
  createdAt: string;
  releasedBy: string | null;
};

/** What a draft may change; what is left out stays as it is. */
export type TariffChange = Partial<Changeable & { validFrom: string }>;

const benefit = ObjectType({
  name: text('Bitte geben Sie der Leistung einen Namen', 60),
  beschreibung: text('Bitte beschreiben Sie die Leistung', 200),
});

const money = ({ least, most }: typeof premiumBounds) =>
  `${formatDecimal(least)} bis ${most.toLocaleString('de-DE')} €`;
export const messages = {
  validFrom: 'Bitte wählen Sie ein Datum',
  premiums: 'Bitte geben Sie für drei Tarife je vier Beiträge an',
  premium: `Bitte geben Sie ${money(premiumBounds)} mit höchstens zwei Nachkommastellen ein`,
  surcharge: `Bitte geben Sie eine ganze Zahl von 0 bis ${mostSurchargePercent} ein`,
  benefits: `Bitte geben Sie für jeden Tarif eine bis ${mostBenefits} Leistungen an`,
  twice: 'Diese Leistung steht schon in der Liste',
};

const isPremium = (amount: number) => {
  const { least, most } = premiumBounds;
  // the nearest amount in cents is the number itself only if there are no more decimals
  return amount >= least && amount <= most && Math.round(amount * 100) / 100 === amount;
};

const fields = {
  validFrom: Optional(
    rule(StringType({ format: 'date', errorMessage: messages.validFrom }), isDay, messages.validFrom),
  ),
  premiums: Optional(
    list(
      list(rule(NumberType({ errorMessage: messages.premium }), isPremium, messages.premium), {
        keys: deductibles,
      }),
      { keys: tariffTypes, errorMessage: messages.premiums },
    ),
  ),
  benefits: Optional(
    list(
      list(benefit, {
        minItems: 1,
        maxItems: mostBenefits,
        errorMessage: messages.benefits,
        distinct: { key: 'name', message: messages.twice },
      }),
      { keys: tariffTypes, errorMessage: messages.benefits },
    ),
  ),
  ageSurchargePercent: Optional(
    Integer({ minimum: 0, maximum: mostSurchargePercent, errorMessage: messages.surcharge }),
  ),
};

const versionMessage = 'Bitte nennen Sie die Version, die Sie ändern';
const isCount = (value: number) => value > 0;
const version = rule(Integer({ errorMessage: versionMessage }), isCount, versionMessage);

/** Three rows, or an object with a row for each tariff; the path of an error leads to the cell: `benefits.2.0.name`. */
export const newTariffs = ObjectType(fields);
export const changedTariffs = ObjectType({ version, ...fields });

export function checkTariffs(input: unknown): Checked<TariffChange> {
  return checkNested(newTariffs, input);
}

export function checkTariffChange(input: unknown): Checked<TariffChange & { version: number }> {
  return checkNested(changedTariffs, input);
}

/** `version` is optional here. With it, only the version that the user saw is released. */
export const tariffRelease = ObjectType({
  confirm: Optional(BooleanType({ errorMessage: 'Bitte bestätigen Sie mit true oder false' })),
  version: Optional(version),
});
export type TariffRelease = Static<typeof tariffRelease>;
