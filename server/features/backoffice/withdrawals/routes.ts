/** Backoffice calls for withdrawals. */
import { Elysia } from 'elysia';
import { Optional } from 'typebox';
import {
  assignWithdrawal,
  closeWithdrawals,
  readWithdrawals,
  type WithdrawalChange,
  type WithdrawalRecord,
  type WithdrawalsClosing,
} from '#db/withdrawals/withdrawals';
import type { Actor } from '#domain/accounts/actors';
import { choice } from '#domain/fields';
import {
  type Withdrawal,
  type WithdrawalClosing,
  type WithdrawalPage,
  type WithdrawalsClosed,
  withdrawalAssignment,
  withdrawalClosing,
  withdrawalRefusals,
  withdrawalStates,
  withdrawalsClosing,
} from '#domain/law/staff-withdrawals';
import { paged } from '#domain/lists';
import { api } from '#domain/urls';
import type { Context } from '../../../context';
import { staffAccess } from '../../../http/access';
import { standard, uuidOf } from '../../../http/schema';
import { refusals } from '../../../refusal';
import { receiptOf } from '../../withdrawals/service';
import { showList } from '../listings';
import { pageOf, pageQuery, readQuery } from '../paging';

const query = pageQuery({
  state: Optional(choice(withdrawalStates, 'Diesen Stand gibt es nicht')),
});

export function staffWithdrawalRoutes(context: Context) {
  const { db, now, today } = context;
  const close = (ids: string[], closing: WithdrawalClosing, staff: Actor) =>
    closeWithdrawals(db, ids, closing, staff, { now: now(), today: today() });
  return new Elysia({ name: 'backoffice-withdrawals' })
    .use(staffAccess(context))
    .get(
      api.staffWithdrawals,
      async ({ request, staff }) => {
        const { state = null, ...page } = pageOf(readQuery(request, query));
        const { rows, total, open } = await showList(
          context,
          staff,
          () => readWithdrawals(db, { ...page, state }),
          (found) => found.rows.map(({ id }) => id),
        );
        return { withdrawals: rows.map(viewOf), ...paged(total, page), open } satisfies WithdrawalPage;
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
      async ({ params, body, staff }) => {
        const { closed, skipped } = await close([uuidOf(params.id)], body, staff);
        const [withdrawal] = closed;
        return changed(
          withdrawal ? { kind: 'changed', withdrawal } : { kind: skipped[0]?.kind ?? 'unknown' },
        );
      },
      { role: 'staff', body: standard(() => withdrawalClosing) },
    )
    .post(
      api.closeWithdrawals,
      async ({ body: { ids, ...closing }, staff }) => {
        const named = ids.map((id) => id.toLowerCase());
        return closedOf(await close(named, closing, staff));
      },
      { role: 'staff', body: standard(() => withdrawalsClosing) },
    );
}

function closedOf({ closed, skipped }: WithdrawalsClosing): WithdrawalsClosed {
  return {
    closed: closed.length,
    skipped: skipped.map(({ id, kind }) => ({ id, reason: withdrawalRefusals[kind] })),
  };
}

/** The changed withdrawal; every other outcome is thrown as a refusal. */
function changed(change: WithdrawalChange): Withdrawal {
  if (change.kind === 'changed') return viewOf(change.withdrawal);
  if (change.kind === 'unknown') throw refusals.notFound(withdrawalRefusals.unknown);
  if (change.kind === 'closed') throw refusals.conflict(withdrawalRefusals.closed);
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
