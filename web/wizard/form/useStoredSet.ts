import { useQuery } from '@tanstack/react-query';
import { useAtomValue } from 'jotai';
import type { SetRecord } from '#domain/application';
import type { SetKey } from '#domain/steps/all';
import { setQuery } from '../queries';
import { applicationIdAtom } from '../state';

/** A stored data set of this application. What cannot be loaded is silently empty (spec 4). */
export function useStoredSet<K extends SetKey>(key: K): { isPending: boolean; record: SetRecord[K] | null } {
  const id = useAtomValue(applicationIdAtom);
  const { isPending, data } = useQuery(setQuery(id, key));
  return { isPending, record: data ?? null };
}
