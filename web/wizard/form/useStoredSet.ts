import { useQuery } from '@tanstack/react-query';
import { useAtomValue } from 'jotai';
import type { SetRecord } from '#domain/application';
import type { SetKey } from '#domain/steps/all';
import { setQuery } from '../queries';
import { applicationIdAtom } from '../state';

/** A stored data set of this application. If it cannot be loaded, the form is empty without a message. */
export function useStoredSet<K extends SetKey>(key: K): { isPending: boolean; record: SetRecord[K] | null } {
  const id = useAtomValue(applicationIdAtom);
  const { isPending, data } = useQuery(setQuery(id, key));
  return { isPending, record: data ?? null };
}
