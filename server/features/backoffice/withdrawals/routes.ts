import { readWithdrawals } from '#db/withdrawals/withdrawals';
import {
  type WithdrawalPage,
  withdrawalAssignment,
  withdrawalClosing,
  withdrawalStates,
  withdrawalsClosing,
} from '#domain/law/staff-withdrawals';
import { paged } from '#domain/lists';
import { api } from '#domain/urls';
import type { Context } from '../../../context';
import { staffRoutes } from '../../../http/access';
import { standard } from '../../../http/schema';
import { showList } from '../listings';
import { oneOf, pageOf, pageQuery, queryDocs, readQuery } from '../paging';
import { assign, close, closeSeveral, viewOf } from './service';

const query = pageQuery({
  state: oneOf(withdrawalStates, 'Diesen Stand gibt es nicht'),
});

export function staffWithdrawalRoutes(context: Context) {
  return staffRoutes(context, 'backoffice-withdrawals')
    .get(
      api.staffWithdrawals,
      async ({ request, staff }) => {
        const { state = null, ...page } = pageOf(readQuery(request, query));
        const { rows, total, open } = await showList(
          context,
          staff,
          () => readWithdrawals(context.db, { ...page, state }),
          (found) => found.rows.map(({ id }) => id),
        );
        return { withdrawals: rows.map(viewOf), ...paged(total, page), open } satisfies WithdrawalPage;
      },
      { role: 'staff', detail: queryDocs(query) },
    )
    .post(
      api.assignWithdrawal,
      ({ id, body, staff }) => assign(context, staff, id, body.applicationId?.toLowerCase() ?? null),
      { role: 'staff', byId: true, body: standard(() => withdrawalAssignment) },
    )
    .post(api.closeWithdrawal, ({ id, body, staff }) => close(context, staff, id, body), {
      role: 'staff',
      byId: true,
      body: standard(() => withdrawalClosing),
    })
    .post(
      api.closeWithdrawals,
      ({ body: { ids, ...closing }, staff }) =>
        closeSeveral(
          context,
          staff,
          ids.map((id) => id.toLowerCase()),
          closing,
        ),
      { role: 'staff', body: standard(() => withdrawalsClosing) },
    );
}
