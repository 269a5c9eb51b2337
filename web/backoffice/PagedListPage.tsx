import { type QueryKey, type UseQueryOptions, type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ListPage, type ListPageProps } from './ListPage';
import { type Given, useSearchState } from './search';
import { Paged } from './table/Paged';

type Paging = { page?: number };
type PagedList<State, Data> = {
  state: State;
  change: (part: State, replace?: boolean) => void;
  query: UseQueryResult<Data>;
};

/** The state of a list in the address, and the page that the server has for it. */
export function usePagedList<State extends Paging, Data, Key extends QueryKey>(
  read: (given: Given) => State,
  queryOf: (state: State & { page: number }) => UseQueryOptions<Data, Error, Data, Key>,
): PagedList<State, Data> {
  const [state, change] = useSearchState(read);
  const query = useQuery(queryOf({ ...state, page: state.page ?? 1 }));
  return { state, change, query };
}

type Props<Data> = Omit<ListPageProps<Data>, 'query'> & {
  list: PagedList<Paging, Data>;
  above?: (data: Data) => ReactNode;
  below?: (data: Data) => ReactNode;
};

export function PagedListPage<Data extends { totalPages: number }>({
  list: { state, change, query },
  above,
  below,
  children,
  ...page
}: Props<Data>) {
  return (
    <ListPage {...page} query={query}>
      {(data) => (
        <>
          {above?.(data)}
          <Paged page={state.page} totalPages={data.totalPages} old={query.isPlaceholderData} change={change}>
            {children(data)}
          </Paged>
          {below?.(data)}
        </>
      )}
    </ListPage>
  );
}
