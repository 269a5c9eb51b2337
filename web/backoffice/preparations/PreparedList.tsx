import { keysOf } from '#domain/keys';
import {
  type PreparationPage,
  type PreparationRow,
  type PreparationState,
  preparationStates,
} from '#domain/preparations/preparations';
import { api, href } from '#domain/urls';
import { request } from '../../api';
import { optionsOf } from '../../ui/fields';
import { ActionButton, DeleteButton } from '../buttons';
import { sharedCount } from '../calls';
import { inPages, Loaded, NoRows, Tools, useList } from '../ListPage';
import { PreparationBadge, Standing } from '../progress';
import { oneOf, pageNumber, searchOf, uuid } from '../screen';
import { ApplicationLink, InstantDay, Moment, Name, Text } from '../table/cells';
import { Paged, RefreshButton, Toolbar } from '../table/frame';
import { acts, type Column, column, Table } from '../table/Table';

export const preparationsSearch = searchOf({
  callback: uuid,
  state: oneOf(keysOf(preparationStates)),
  page: pageNumber,
});

export const waiting = sharedCount<PreparationPage>(api.preparations, (page) => page.waiting);

export const listId = 'vorbereitet';

const title = 'Vorbereitete Anträge';

/** Below the form, so that no caller waits for it. */
export function PreparedList() {
  const list = useList<PreparationPage, ReturnType<typeof preparationsSearch>>(call);
  const { state, change, query } = list;
  const { data, isFetching, isPlaceholderData, refetch } = query;
  waiting.useShared(data);
  // the top of the screen is not that of the list
  const looked = { ...list, narrow: (part: object) => list.narrow(part, false, false) };
  return (
    <section aria-labelledby={listId} className="mt-10">
      <h2 id={listId} tabIndex={-1} className="mb-4 scroll-mt-20 text-2xl text-green-900 outline-none">
        {title}
      </h2>
      <Toolbar>
        <Tools {...looked} />
        <RefreshButton busy={isFetching && data !== undefined} onRefresh={() => void refetch()} />
      </Toolbar>
      <Loaded what="der vorbereiteten Anträge" query={query}>
        {({ preparations, totalPages }) => (
          <Paged
            page={state.page}
            totalPages={totalPages}
            old={isPlaceholderData}
            change={(part, replace) => {
              change(part, replace, false);
              document.getElementById(listId)?.scrollIntoView();
            }}
          >
            <Table
              label={title}
              columns={columns}
              rows={preparations}
              empty={<NoRows {...looked} title="Keine vorbereiteten Anträge" />}
            />
          </Paged>
        )}
      </Loaded>
    </section>
  );
}

const call = {
  list: api.preparations,
  search: preparationsSearch,
  asks: ({ page, state }: { page: number; state?: PreparationState }) => inPages({ page, state }),
  isChanging: true,
  filters: [
    {
      name: 'state',
      label: 'Nach Stand filtern',
      all: 'Alle Stände',
      options: optionsOf(preparationStates),
    },
  ],
} as const;

const columns: Column<PreparationRow>[] = [
  column('Name', ({ id, name }) => <Name id={nameId(id)}>{name}</Name>),
  column('Stand', (row) => <Standing {...row} badge={<PreparationBadge {...row} />} />),
  column('Vorbereitet', ({ createdAt }) => <Moment iso={createdAt} />),
  column('Von', ({ createdBy }) => <Text>{createdBy}</Text>, 'xl:min-w-28'),
  column('Link gilt bis', ({ expiresAt }) => <InstantDay iso={expiresAt} />),
  column('Antrag', ({ applicationId }) => <ApplicationLink id={applicationId} />),
  acts((row) => <Acts {...row} />),
];

const nameId = (id: string) => `vorbereitet-${id}`;

function Acts({ id, name, state }: PreparationRow) {
  const describedBy = nameId(id);
  return (
    <span className="flex flex-wrap gap-2 empty:hidden">
      {state === 'completed' ? null : (
        <ActionButton
          label="Einladung erneut senden"
          busyLabel="Wird gesendet..."
          describedBy={describedBy}
          call={() => request('POST', href(api.invitePreparation, { id }), {})}
          success="Die Einladung geht noch einmal hinaus."
          failure="Die Einladung konnte nicht erneut gesendet werden."
        />
      )}
      {state === 'open' || state === 'begun' ? (
        <DeleteButton
          path={href(api.preparation, { id })}
          title="Vorbereiteten Antrag löschen?"
          failure="Der vorbereitete Antrag konnte nicht gelöscht werden."
          describedBy={describedBy}
        >
          {state === 'begun' ? (
            <p className="font-semibold">Es gibt schon Angaben des Kunden. Sie werden mit gelöscht.</p>
          ) : null}
          <p>
            Die Angaben zu <span>{name}</span> werden endgültig gelöscht, ebenso die E-Mails dazu. Der Link
            aus der Einladung funktioniert dann nicht mehr.
          </p>
        </DeleteButton>
      ) : null}
    </span>
  );
}
