import Undo2 from 'lucide-react/icons/undo-2';
import { type WithdrawalPage, type WithdrawalState, withdrawalStates } from '#domain/law/staff-withdrawals';
import { usualPageSize } from '#domain/lists';
import { api, pages } from '#domain/urls';
import { Badge } from '../../ui/notices';
import { pageQueryOf } from '../calls';
import { PagedListPage, usePagedList } from '../ListPage';
import { oneOf, pageNumber, type Screen, searchOf } from '../screen';
import { sharedCount } from '../shared-count';
import { Empty, OptionalFilter, Toolbar, WayOn } from '../table/frame';
import { WithdrawalList } from './WithdrawalList';

const title = 'Widerrufe';

const open = sharedCount<WithdrawalPage>(api.staffWithdrawals, (page) => page.open);

const withdrawalsSearch = searchOf({ page: pageNumber, state: oneOf(withdrawalStates) });

function WithdrawalsPage() {
  const list = usePagedList(withdrawalsSearch, ({ page, state }) =>
    pageQueryOf<WithdrawalPage>(api.staffWithdrawals, { page, pageSize: usualPageSize, state }),
  );
  const { change, query } = list;
  const { state } = list.state;
  open.useShared(query.data);
  return (
    <PagedListPage
      list={list}
      title={title}
      what="der Widerrufe"
      note={(page) => <Badge tone={page.open > 0 ? 'waiting' : 'neutral'}>{`${page.open} offen`}</Badge>}
      toolbar={
        <Toolbar>
          <OptionalFilter
            label="Nach Stand filtern"
            all="Alle Widerrufe"
            value={state}
            options={states}
            onChange={(chosen) => change({ state: chosen, page: undefined })}
          />
        </Toolbar>
      }
    >
      {({ withdrawals }) =>
        withdrawals.length === 0 ? (
          <Empty title="Keine Widerrufe gefunden">
            {state ? (
              <WayOn
                label="Filter zurücksetzen"
                onClick={() => change({ state: undefined, page: undefined })}
              />
            ) : null}
          </Empty>
        ) : (
          <WithdrawalList label={title} withdrawals={withdrawals} />
        )
      }
    </PagedListPage>
  );
}

export const screen: Screen = {
  path: pages.backofficeWithdrawals,
  title,
  icon: Undo2,
  nav: 'main',
  useCount: open.useCount,
  search: withdrawalsSearch,
  component: WithdrawalsPage,
};

const states: { value: WithdrawalState; label: string }[] = [
  { value: 'open', label: 'Offen' },
  { value: 'closed', label: 'Abgeschlossen' },
];
