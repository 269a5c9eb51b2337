import { useQuery, useQueryClient } from '@tanstack/react-query';
import Undo2 from 'lucide-react/icons/undo-2';
import { useEffect } from 'react';
import { type WithdrawalPage, type WithdrawalState, withdrawalStates } from '#domain/law/staff-withdrawals';
import { usualPageSize } from '#domain/lists';
import { api, pages } from '#domain/urls';
import { Badge } from '../../ui/badge';
import { Button } from '../../ui/button';
import { ListPage } from '../ListPage';
import { pageQueryOf } from '../queries';
import type { Screen } from '../screen';
import { oneOf, pageNumber, searchOf, useSearchState } from '../search';
import { Empty } from '../table/Empty';
import { Paged } from '../table/Paged';
import { FilterSelect, Toolbar } from '../table/Toolbar';
import { setOpenWithdrawals, useOpenWithdrawals } from './open-count';
import { WithdrawalList } from './WithdrawalList';

const title = 'Widerrufe';

const withdrawalsSearch = searchOf({ page: pageNumber, state: oneOf(withdrawalStates) });

function WithdrawalsPage() {
  const [{ page, state }, change] = useSearchState(withdrawalsSearch);
  const query = useQuery(
    pageQueryOf<WithdrawalPage>(api.staffWithdrawals, {
      page: page ?? 1,
      pageSize: usualPageSize,
      ...(state ? { state } : {}),
    }),
  );
  useSharedCount(query.data?.open);
  return (
    <ListPage
      title={title}
      failure={(message) => `Fehler beim Laden der Widerrufe: ${message}`}
      query={query}
      note={({ open }) => <Badge tone={open > 0 ? 'waiting' : 'neutral'}>{`${open} offen`}</Badge>}
      toolbar={
        <Toolbar>
          <FilterSelect
            label="Nach Stand filtern"
            value={state ?? 'all'}
            options={states}
            onChange={(chosen) => change({ state: chosen === 'all' ? undefined : chosen, page: undefined })}
          />
        </Toolbar>
      }
    >
      {({ withdrawals, totalPages }) => (
        <Paged page={page} totalPages={totalPages} old={query.isPlaceholderData} change={change}>
          {withdrawals.length === 0 ? (
            <Empty title="Keine Widerrufe gefunden">
              {state ? (
                <Button
                  look="secondary"
                  size="small"
                  onClick={() => change({ state: undefined, page: undefined })}
                >
                  Filter zurücksetzen
                </Button>
              ) : null}
            </Empty>
          ) : (
            <WithdrawalList label={title} withdrawals={withdrawals} />
          )}
        </Paged>
      )}
    </ListPage>
  );
}

export const screen: Screen = {
  path: pages.backofficeWithdrawals,
  title,
  icon: Undo2,
  nav: 'main',
  useCount: useOpenWithdrawals,
  search: withdrawalsSearch,
  component: WithdrawalsPage,
};

/** Passes the number of open withdrawals on to the sidebar. */
function useSharedCount(open: number | undefined) {
  const client = useQueryClient();
  useEffect(() => {
    if (open !== undefined) setOpenWithdrawals(client, open);
  }, [client, open]);
}

const states: { value: WithdrawalState | 'all'; label: string }[] = [
  { value: 'all', label: 'Alle Widerrufe' },
  { value: 'open', label: 'Offen' },
  { value: 'closed', label: 'Abgeschlossen' },
];
