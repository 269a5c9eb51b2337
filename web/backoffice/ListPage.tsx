import { type QueryKey, type UseQueryOptions, type UseQueryResult, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { pages } from '#domain/urls';
import { RequestFailed } from '../api';
import { buttonClass } from '../ui/button';
import { loadFailure, sentenceOf } from './calls';
import { LoadFailed, Page } from './Page';
import { type Given, useSearchState } from './screen';
import { Empty, Paged, RefreshButton } from './table/frame';

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

type PagedListPageProps<Data> = Omit<ListPageProps<Data>, 'query'> & {
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
}: PagedListPageProps<Data>) {
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

type ListPageProps<Data> = {
  title: string;
  before?: ReactNode;
  /** In the genitive, for "Fehler beim Laden der Anträge". */
  what: string;
  query: UseQueryResult<Data>;
  note?: (data: Data) => ReactNode;
  /** Buttons at the right; `refresh` is the one that loads the list again. */
  actions?: (refresh: ReactNode) => ReactNode;
  /** Sentence for users who may not see the list (403). */
  forbidden?: string;
  /** Above the list, also while it loads. */
  toolbar?: ReactNode;
  children: (data: Data) => ReactNode;
};

export function ListPage<Data>(props: ListPageProps<Data>) {
  const { title, before, what, query, note, actions = (refresh) => refresh } = props;
  const { forbidden, toolbar, children } = props;
  const { data, error, isFetching, refetch } = query;
  const retry = () => void refetch();
  const refused = forbidden !== undefined && error instanceof RequestFailed && error.status === 403;
  const refresh = <RefreshButton busy={isFetching && data !== undefined} onRefresh={retry} />;
  return (
    <Page
      title={title}
      before={before}
      note={data && note?.(data)}
      actions={refused ? null : actions(refresh)}
    >
      {toolbar}
      {refused ? <Forbidden reason={sentenceOf(error, error.message)}>{forbidden}</Forbidden> : null}
      {error && !refused ? (
        <div className="mb-4">
          <LoadFailed framed onRetry={retry}>
            {loadFailure(what, error)}
          </LoadFailed>
        </div>
      ) : null}
      {data && !refused ? children(data) : null}
      {data || error ? null : <ListLoading />}
    </Page>
  );
}

function Forbidden({ reason, children }: { reason: string; children: ReactNode }) {
  return (
    <Empty title={reason}>
      <p className="max-w-md text-ink-soft">{children}</p>
      <Link to={pages.backoffice} className={buttonClass('secondary', 'small')}>
        Zur Übersicht
      </Link>
    </Empty>
  );
}

/** Bars as high as rows, so that the page does not jump when the rows arrive. */
export function ListLoading() {
  return (
    <div role="status" className="rounded-card border border-line bg-white shadow-card overflow-hidden">
      <p className="border-b border-line bg-paper-deep px-4 py-2.5 text-sm font-semibold text-ink-soft">
        Wird geladen...
      </p>
      <div aria-hidden="true" className="animate-pulse divide-y divide-line">
        {widths.map((width) => (
          <div key={width} className="flex h-14 items-center gap-6 px-4">
            <div className={`h-3 rounded-full bg-paper-deep ${width}`} />
            <div className="h-3 w-1/6 rounded-full bg-paper-deep" />
            <div className="ml-auto h-3 w-1/12 rounded-full bg-paper-deep" />
          </div>
        ))}
      </div>
    </div>
  );
}

const widths = ['w-1/3', 'w-1/4', 'w-2/5', 'w-[28%]', 'w-[37%]', 'w-[30%]'];
