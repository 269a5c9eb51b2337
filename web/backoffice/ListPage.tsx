import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { type SortDirection, usualPageSize } from '#domain/lists';
import { pages } from '#domain/urls';
import { RequestFailed } from '../api';
import { buttonClass, SmallButton } from '../ui/button';
import type { Option } from '../ui/fields';
import { changing, loadFailure, queryOf, sentenceOf } from './calls';
import { LoadFailed, Page } from './Page';
import { type Given, type Screen, useSearchState } from './screen';
import { Empty, OptionalFilter, Paged, RefreshButton, SearchBox, SourceFilter, Toolbar } from './table/frame';

/** What a list is searched and filtered by has names of its own besides these. */
type Narrowed = { page?: number; q?: string; source?: string; sort?: string; dir?: SortDirection };
type Change<State> = (part: State, replace?: boolean, resetScroll?: boolean) => void;

type Filter<Name> = { name: Name; label: string; all: string; options: readonly Option[] };

type Call<State> = {
  list: string;
  search: (given: Given) => State;
  /** The parameters of its call, if the server divides it into pages; `inPages` for those of the address. */
  asks?: (state: State & { page: number }) => Record<string, string | number | undefined>;
  isChanging?: true;
  filters?: readonly Filter<keyof State & string>[];
};

export function inPages<State extends Narrowed>({ page, ...state }: State) {
  return { page, pageSize: usualPageSize, ...state };
}

export type List<State, Data = unknown> = {
  state: State;
  change: Change<State>;
  /** A change of what is looked for: it begins at the first page. */
  narrow: Change<State>;
  filters: readonly Filter<string>[];
  query: UseQueryResult<Data>;
};

export function useList<Data, State extends Narrowed>(call: Call<State>): List<State, Data> {
  const { list, search, asks, isChanging, filters = [] } = call;
  const [state, change] = useSearchState(search);
  const parameters = asks?.({ ...state, page: state.page ?? 1 });
  const query = useQuery({ ...queryOf<Data>(list, parameters), ...(isChanging && changing) });
  // another page of a list is shown from its top, so a list without pages must not name one
  const narrow: Change<State> = (part, ...how) => change(asks ? { ...part, page: undefined } : part, ...how);
  return { state, change, narrow, filters, query };
}

type Looked = Pick<List<unknown>, 'filters'> & {
  state: Narrowed & Readonly<Record<string, unknown>>;
  // a method, because each list knows the names of its own state only
  narrow(part: object, replace?: boolean): void;
};
type Find = { label: string; placeholder: string; wide?: true };
type ToolsProps = Looked & {
  find?: Find;
  sources?: readonly string[];
};

export function Tools({ state, narrow, filters, find, sources }: ToolsProps) {
  return (
    <>
      {find ? (
        <SearchBox {...find} value={state.q ?? ''} onChange={(q) => narrow({ q: q || undefined }, true)} />
      ) : null}
      {filters.map(({ name, ...filter }) => (
        <OptionalFilter
          key={name}
          {...filter}
          value={state[name] as string | undefined}
          onChange={(chosen) => narrow({ [name]: chosen })}
        />
      ))}
      {sources ? (
        <SourceFilter sources={sources} value={state.source} onChange={(source) => narrow({ source })} />
      ) : null}
    </>
  );
}

export function sortingOf({ state: { sort, dir = 'desc' }, narrow }: Looked, usual = 'createdAt') {
  const onSort = (by: string, to: SortDirection) => narrow({ sort: by, dir: to });
  return { field: sort ?? usual, direction: dir, onSort };
}

/** An empty list, and the way back from what it was searched and filtered by. */
export function NoRows({ title, state, narrow, filters }: Looked & { title: string }) {
  const names = ['q', 'source', ...filters.map(({ name }) => name)].filter((name) => name in state);
  const isFiltered = filters.length > 0 || state.source !== undefined;
  const words = [...('q' in state ? ['Suche'] : []), ...(isFiltered ? ['Filter'] : [])].join(' und ');
  return (
    <Empty title={title}>
      {names.some((name) => state[name] !== undefined) ? (
        <SmallButton onClick={() => narrow(Object.fromEntries(names.map((name) => [name, undefined])))}>
          {`${words} zurücksetzen`}
        </SmallButton>
      ) : null}
    </Empty>
  );
}

type Listed<State, Data> = Call<State> &
  Omit<Screen, 'component' | 'search'> &
  Pick<ListPageProps<Data>, 'what' | 'note' | 'actions' | 'forbidden'> & {
    /** In the sidebar; above the list, unless that has a `heading`. */
    title: string;
    heading?: string;
    find?: Find;
    /** In place of the filters alone; a list without pages shows them with its rows. */
    toolbar?: (list: List<State, Data>) => ReactNode;
    show: (data: Data, list: List<State, Data>) => ReactNode;
    /** What is not of the page shown stands around its rows. */
    around?: (rows: ReactNode, data: Data) => ReactNode;
  };

/**
 * A list of staff as a screen: what is in the address, loading, failures, refusal. The first function that takes the
 * server's answer declares its type. What one list alone has is its own JSX.
 *
 *     export const screen = listScreen({
 *       path: pages.backofficeBills, title: 'Rechnungen', icon: Receipt, what: 'der Rechnungen',
 *       list: api.bills, search, asks: inPages, filters: [{ name: 'state', label: …, all: …, options: states }],
 *       note: ({ total }: BillPage) => <Badge>{`${total} Rechnungen`}</Badge>,
 *       show: ({ bills }, list) => (
 *         <Table label="Rechnungen" columns={columns} rows={bills} empty={<NoRows {...list} title="Keine …" />} />
 *       ),
 *     });
 */
export function listScreen<State extends Narrowed, Data>(
  given: Listed<State, Data>,
): Screen & { component: () => ReactNode } {
  return { ...given, component: () => <ListScreen {...given} /> };
}

function ListScreen<State extends Narrowed, Data>(props: Listed<State, Data>) {
  const { title, heading = title, asks, find, filters, toolbar, show, around = (rows) => rows } = props;
  const list = useList<Data, State>(props);
  const { state, query } = list;
  const change = (part: { page?: number }, replace?: boolean) => list.change(part as State, replace);
  const tools = (
    <Toolbar>
      <Tools {...list} find={find} />
    </Toolbar>
  );
  const paged = (data: Data) => (
    <Paged
      page={state.page}
      totalPages={Number(Reflect.get(Object(data), 'totalPages'))}
      old={query.isPlaceholderData}
      change={change}
    >
      {show(data, list)}
    </Paged>
  );
  return (
    <ListPage
      {...props}
      title={heading}
      query={query}
      toolbar={toolbar ? toolbar(list) : asks && filters && tools}
    >
      {(data) => around(asks ? paged(data) : show(data, list), data)}
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
  actions?: (refresh: ReactNode, data: Data | undefined) => ReactNode;
  /** Sentence for users who may not see the list (403). */
  forbidden?: string;
  toolbar?: ReactNode;
  children: (data: Data) => ReactNode;
};

export function ListPage<Data>(props: ListPageProps<Data>) {
  const { title, before, what, query, note, actions = (refresh) => refresh } = props;
  const { forbidden, toolbar, children } = props;
  const { data, error, isFetching, refetch } = query;
  const refused = forbidden !== undefined && error instanceof RequestFailed && error.status === 403;
  const refresh = <RefreshButton busy={isFetching && data !== undefined} onRefresh={() => void refetch()} />;
  return (
    <Page
      title={title}
      before={before}
      note={data && note?.(data)}
      actions={refused ? null : actions(refresh, data)}
    >
      {toolbar}
      {refused ? (
        <Forbidden reason={sentenceOf(error, error.message)}>{forbidden}</Forbidden>
      ) : (
        <Loaded what={what} query={query}>
          {children}
        </Loaded>
      )}
    </Page>
  );
}

type LoadedProps<Data> = Pick<ListPageProps<Data>, 'what' | 'query' | 'children'>;

export function Loaded<Data>({ what, query: { data, error, refetch }, children }: LoadedProps<Data>) {
  return (
    <>
      {error ? (
        <div className="mb-4">
          <LoadFailed framed onRetry={() => void refetch()}>
            {loadFailure(what, error)}
          </LoadFailed>
        </div>
      ) : null}
      {data ? children(data) : null}
      {data || error ? null : <ListLoading />}
    </>
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
