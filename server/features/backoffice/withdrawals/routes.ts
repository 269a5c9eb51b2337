/** Backoffice calls for withdrawals. */
import { Elysia } from 'elysia';
import { Object as ObjectType, Optional } from 'typebox';
import {
  assignWithdrawal,
  closeWithdrawal,
  readWithdrawals,
  type WithdrawalChange,
  type WithdrawalRecord,
} from '#db/withdrawals';
import {
  type Withdrawal,
  type WithdrawalPage,
  withdrawalAssignment,
  withdrawalClosing,
  withdrawalStates,
} from '#domain/backoffice/withdrawals';
import { choice } from '#domain/fields';
import { api } from '#domain/urls';
import type { Context } from '../../../context';
import { staffAccess } from '../../../http/access';
import { refusals } from '../../../http/refusal';
import { standard, uuidOf } from '../../../http/schema';
import { receiptOf } from '../../withdrawals/service';
import { pageFields, pageOf, readQuery } from '../paging';

const query = ObjectType({
  ...pageFields,
  state: Optional(choice(withdrawalStates, 'Diesen Stand gibt es nicht')),
});

export function staffWithdrawalRoutes(context: Context) {
  const { db, now, today } = context;
  return new Elysia({ name: 'backoffice-withdrawals' })
    .use(staffAccess(context))
    .get(
      api.staffWithdrawals,
      async ({ request }) => {
        const { state = null, ...paging } = readQuery(request, query);
        const page = pageOf(paging);
        const { rows, total, open } = await readWithdrawals(db, { ...page, state });
        const totalPages = Math.ceil(total / page.pageSize);
        return { withdrawals: rows.map(viewOf), total, totalPages, open } satisfies WithdrawalPage;
      },
      { role: 'staff' },
    )
    .post(
      api.assignWithdrawal,
      async ({ params, body, staff }) => {
        const applicationId = body.applicationId?.toLowerCase() ?? null;
        return changed(await assignWithdrawal(db, uuidOf(params.id), applicationId, staff, now()));
      },
      { role: 'staff', body: standard(() => withdrawalAssignment) },
    )
    .post(
      api.closeWithdrawal,
      async ({ params, body, staff }) =>
        changed(await closeWithdrawal(db, uuidOf(params.id), body, staff, { now: now(), today: today() })),
      { role: 'staff', body: standard(() => withdrawalClosing) },
    );
}

/** The changed withdrawal; every other outcome is thrown as a refusal. */
function changed(change: WithdrawalChange): Withdrawal {
  if (change.kind === 'changed') return viewOf(change.withdrawal);
  if (change.kind === 'unknown') throw refusals.notFound('Diesen Widerruf gibt es nicht.');
  if (change.kind === 'closed') throw refusals.conflict('Dieser Widerruf ist bereits abgeschlossen.');
  if (change.kind === 'unknown_application') throw refusals.unknownApplication();
  throw refusals.conflict('Dieser Antrag ist noch nicht eingereicht. Zu widerrufen gibt es nichts.');
}

function viewOf(record: WithdrawalRecord): Withdrawal {
  const { applicationId, match, assignedAt, outcome, note, closedAt } = record;
  return {
    ...receiptOf(record),
    applicationId,
    match,
    assignedAt: timeOf(assignedAt),
    outcome,
    note,
    closedAt: timeOf(closedAt),
  };
}

function timeOf(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString();
}
