/** The five data sets between rows and records: which table, which columns, what is sealed. */
import type { SetInput, SetRecord } from '#domain/application';
import type { SetKey } from '#domain/steps/all';
import type { FieldCipher } from '../bank-data/cipher';
import { contactData, horseData, policyholderInfo, sepaMandates, tariffSelections } from '../schema';
import { isDamaged } from '../texts';

export const setTables = {
  'horse-data': horseData,
  'contact-data': contactData,
  'tariff-selection': tariffSelections,
  'policyholder-info': policyholderInfo,
  'sepa-mandate': sepaMandates,
} as const;

/** What is stored of each set; the premium and the mandate reference are the server's. */
export type SetValues = {
  [K in SetKey]: K extends 'tariff-selection'
    ? Required<SetInput['tariff-selection']> & { monthlyCents: number }
    : SetInput[K];
};

type Rows = { [K in SetKey]: (typeof setTables)[K]['$inferSelect'] };

/** Columns of a set's row, without its ids. Bank data is sealed for its application and column. */
export function toColumns<K extends SetKey>(
  key: K,
  values: SetValues[K],
  applicationId: string,
  cipher: FieldCipher,
): Record<string, unknown> {
  if (key === 'horse-data')
    return { ...values, chipNumber: ('chipNumber' in values && values.chipNumber) || null };
  if (key !== 'sepa-mandate' || !('iban' in values)) return { ...values };
  const seal = (column: 'iban' | 'bic') => cipher.seal(applicationId, column, values[column]);
  return { ...values, iban: seal('iban'), bic: seal('bic') };
}

const toRecords: { [K in SetKey]: (row: Rows[K], cipher: FieldCipher) => SetRecord[K] } = {
  'horse-data': (row) => ({ ...row }),
  'contact-data': (row) => ({ ...row }),
  'tariff-selection': ({ monthlyCents, ...row }) => ({
    ...row,
    selfParticipation: row.selfParticipation as SetRecord['tariff-selection']['selfParticipation'],
    monthlyPremium: monthlyCents / 100,
    annualPremium: (monthlyCents * 12) / 100,
  }),
  'policyholder-info': (row) => ({ ...row }),
  'sepa-mandate': ({ mandateReference, ...row }, cipher) => ({
    ...row,
    iban: isDamaged(row.iban) ? '' : cipher.open(row.applicationId, 'iban', row.iban),
    bic: isDamaged(row.bic) ? '' : cipher.open(row.applicationId, 'bic', row.bic),
    ...(mandateReference ? { mandateReference } : {}),
  }),
};

/** A stored row as the API answers it, bank data opened; null stays null. */
export function toRecord<K extends SetKey>(key: K, row: unknown, cipher: FieldCipher): SetRecord[K] | null {
  // each table's row goes to its own key's mapping; the compiler cannot follow the pair through the index
  return row ? toRecords[key](row as Rows[K], cipher) : null;
}
