import { queryOptions } from '@tanstack/react-query';
import type { SetKey } from '#domain/steps/all';
import { api, href } from '#domain/urls';
import { applicationsApi, fetchBank, fetchCatalogue } from '../api';

/** A stored data set; null when it is not saved yet. */
export function setQuery<K extends SetKey>(id: string, key: K) {
  return queryOptions({
    queryKey: [href(api.set<SetKey>(key), { id })],
    queryFn: () => applicationsApi.readSet(id, key),
  });
}

export const catalogueQuery = queryOptions({ queryKey: [api.tariffs], queryFn: fetchCatalogue });

/** The bank of a Bankleitzahl; disabled without one. */
export function bankQuery(bankCode: string | null) {
  return queryOptions({
    queryKey: [href(api.bank, { bankCode: bankCode ?? '' })],
    queryFn: () => fetchBank(bankCode ?? ''),
    enabled: bankCode !== null,
  });
}
