import { useQuery } from '@tanstack/react-query';
import { isUuid } from '#domain/ids';
import { keysOf } from '#domain/keys';
import { usualPageSize } from '#domain/lists';
import {
  type PreparationPage,
  type PreparationState,
  preparationStates,
} from '#domain/preparations/preparations';
import { api } from '#domain/urls';
import { changing, pageQueryOf } from '../calls';
import { oneOf, pageNumber, searchOf, useSearchState } from '../screen';
import { sharedCount } from '../shared-count';

export const preparationsSearch = searchOf({
  /** The id of the callback whose caller is on the telephone. */
  callback: (value) => (typeof value === 'string' && isUuid(value) ? value : undefined),
  state: oneOf(keysOf(preparationStates)),
  page: pageNumber,
});

/** Begun, and left for days. */
export const waiting = sharedCount<PreparationPage>(api.preparations, (page) => page.waiting);

export const listId = 'vorbereitet';

export function usePreparations() {
  const [{ page, state }, change] = useSearchState(preparationsSearch);
  const query = useQuery({
    ...pageQueryOf<PreparationPage>(api.preparations, { page: page ?? 1, pageSize: usualPageSize, state }),
    ...changing,
  });
  waiting.useShared(query.data);
  return {
    page,
    state,
    query,
    // the top of the screen is not that of the list
    change: (part: { page?: number; state?: PreparationState }, replace?: boolean) =>
      change(part, replace, false),
  };
}
