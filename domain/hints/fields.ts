/** Fields that get hints, besides those of an e-mail address. In forms of staff the name of their part stands before. */
export const hinted = ['accountHolder', 'chipNumber', 'city', 'iban', 'zipCode'] as const;
export type Hinted = (typeof hinted)[number];
