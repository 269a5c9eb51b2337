import { queryOptions, useQuery } from '@tanstack/react-query';
import { useAtomValue } from 'jotai';
import type { SetRecord } from '#domain/application';
import type { SetKey } from '#domain/steps/all';
import { wizardApi as api, href } from '#domain/urls';
import { applicationsApi, fetchBank, fetchCatalogue } from '../api';
import { applicationIdAtom } from './state';

export function setQuery<K extends SetKey>(id: string, key: K) {
  return queryOptions({
    queryKey: [href(api.set<SetKey>(key), { id })],
    queryFn: () => applicationsApi.readSet(id, key),
  });
}

/** What is declared besides the data sets; null when nothing is saved yet. Loaded again with each overview. */
export function declarationsQuery(id: string) {
  return queryOptions({
    queryKey: [href(api.declarations, { id })],
    queryFn: () => applicationsApi.readDeclarations(id),
  });
}

export const catalogueQuery = queryOptions({ queryKey: [api.tariffs], queryFn: fetchCatalogue });

/** The documents and the mail with them. Sends that mail if it was not sent; each time the overview is entered. */
export function documentsQuery(id: string) {
  return queryOptions({
    queryKey: [href(api.disclosedDocuments, { id })],
    queryFn: () => applicationsApi.discloseDocuments(id),
    staleTime: 0,
    refetchOnMount: 'always' as const,
  });
}

export function bankQuery(bankCode: string | null) {
  return queryOptions({
    queryKey: [href(api.bank, { bankCode: bankCode ?? '' })],
    queryFn: () => fetchBank(bankCode ?? ''),
    enabled: bankCode !== null,
  });
}

/** A stored data set of this application. If it cannot be loaded, the form is empty without a message. */
export function useStoredSet<K extends SetKey>(key: K): { isPending: boolean; record: SetRecord[K] | null } {
  const id = useAtomValue(applicationIdAtom);
  const { isPending, data } = useQuery(setQuery(id, key));
  return { isPending, record: data ?? null };
}
