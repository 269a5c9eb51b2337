import { type SetInput, type SetRecord, setFields } from '#domain/application';
import type { SetKey } from '#domain/steps/all';
import type { FieldCipher } from '../bank-data/cipher';
import {
  contactData,
  horseData,
  policyholderInfo,
  sepaMandates,
  tariffSelections,
} from '../schema/applications';

export const setTables = {
  'horse-data': horseData,
  'contact-data': contactData,
  'tariff-selection': tariffSelections,
  'policyholder-info': policyholderInfo,
  'sepa-mandate': sepaMandates,
} as const;

/** The values to store for each set; the server adds the premium. */
export type SetValues = {
  [K in SetKey]: K extends 'tariff-selection'
    ? Required<SetInput['tariff-selection']> & { monthlyCents: number }
    : SetInput[K];
};

type Rows = { [K in SetKey]: (typeof setTables)[K]['$inferSelect'] };
type Columns = Record<string, unknown>;

type Codec<K extends SetKey> = {
  /** Columns whose value differs from the field of the same name, or that have no field. */
  columns?: (values: SetValues[K], applicationId: string, cipher: FieldCipher) => Columns;
  record: (row: Rows[K], cipher: FieldCipher | null) => SetRecord[K];
};

const plain = { record: <Row>(row: Row) => row };
const codecs: { [K in SetKey]: Codec<K> } = {
  'horse-data': plain,
  'contact-data': {
    record: ({ reminderConsent, ...row }) => ({ ...row, ...(reminderConsent ? { reminderConsent } : {}) }),
  },
  'tariff-selection': {
    columns: ({ monthlyCents }) => ({ monthlyCents }),
    record: ({ monthlyCents, ...row }) => ({
      ...row,
      selfParticipation: row.selfParticipation as SetRecord['tariff-selection']['selfParticipation'],
      monthlyPremium: monthlyCents / 100,
      annualPremium: (monthlyCents * 12) / 100,
    }),
  },
  'policyholder-info': plain,
  'sepa-mandate': {
    columns: ({ iban, bic }, applicationId, cipher) => ({
      iban: cipher.seal(applicationId, 'iban', iban),
      bic: cipher.seal(applicationId, 'bic', bic),
    }),
    record: ({ mandateReference, creditorName, creditorId, ...row }, cipher) => {
      const opened = (column: 'iban' | 'bic') =>
        !cipher || cipher.isDamaged(row[column]) ? '' : cipher.open(row.applicationId, column, row[column]);
      return {
        ...row,
        iban: opened('iban'),
        bic: opened('bic'),
        ...(mandateReference ? { mandateReference } : {}),
        ...(creditorName && creditorId ? { creditorName, creditorId } : {}),
      };
    },
  },
};

/** Without its ids; null for values left out or empty. Bank data is encrypted. */
export function toColumns<K extends SetKey>(
  key: K,
  values: SetValues[K],
  applicationId: string,
  cipher: FieldCipher,
): Columns {
  const entered = Object.keys(setFields[key]).map((name) => {
    const value: unknown = Reflect.get(values, name);
    return [name, value === '' ? null : (value ?? null)];
  });
  return { ...Object.fromEntries(entered), ...codecs[key].columns?.(values, applicationId, cipher) };
}

/** A stored row as the API returns it, bank data decrypted, or empty without a cipher; null for no row. */
export function toRecord<K extends SetKey>(
  key: K,
  row: unknown,
  cipher: FieldCipher | null,
): SetRecord[K] | null {
  // the row is from the table of this key, which the compiler cannot follow through the index
  return row ? codecs[key].record(row as Rows[K], cipher) : null;
}
