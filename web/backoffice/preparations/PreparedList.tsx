import { type PreparationState, preparationStates } from '#domain/preparations/preparations';
import { optionsOf } from '../../ui/fields';
import { loadFailure } from '../calls';
import { ListLoading } from '../ListPage';
import { LoadFailed } from '../Page';
import { Empty, OptionalFilter, Paged, RefreshButton, Toolbar, WayOn } from '../table/frame';
import { Table } from '../table/Table';
import { preparationColumns } from './columns';
import { listId, usePreparations } from './search';

const title = 'Vorbereitete Anträge';

/** Below the form, so that no caller waits for it. */
export function PreparedList() {
  const { page, state, query, change } = usePreparations();
  const { data, error, isFetching, isPlaceholderData, refetch } = query;
  return (
    <section aria-labelledby={listId} className="mt-10">
      <h2 id={listId} tabIndex={-1} className="mb-4 scroll-mt-20 text-2xl text-green-900 outline-none">
        {title}
      </h2>
      <Toolbar>
        <OptionalFilter
          label="Nach Stand filtern"
          all="Alle Stände"
          value={state}
          options={states}
          onChange={(chosen) => change({ state: chosen, page: undefined })}
        />
        <RefreshButton busy={isFetching && data !== undefined} onRefresh={() => void refetch()} />
      </Toolbar>
      {error ? (
        <div className="mb-4">
          <LoadFailed framed onRetry={() => void refetch()}>
            {loadFailure('der vorbereiteten Anträge', error)}
          </LoadFailed>
        </div>
      ) : null}
      {data || error ? null : <ListLoading />}
      {data ? (
        <Paged
          page={page}
          totalPages={data.totalPages}
          old={isPlaceholderData}
          change={(part, replace) => {
            change(part, replace);
            document.getElementById(listId)?.scrollIntoView();
          }}
        >
          {data.preparations.length === 0 ? (
            <Empty title="Keine vorbereiteten Anträge">
              {state ? (
                <WayOn label="Filter zurücksetzen" onClick={() => change({ state: undefined })} />
              ) : null}
            </Empty>
          ) : (
            <Table
              label={title}
              columns={preparationColumns}
              rows={data.preparations}
              rowId={({ id }) => id}
            />
          )}
        </Paged>
      ) : null}
    </section>
  );
}

const states = optionsOf(preparationStates) as { value: PreparationState; label: string }[];
