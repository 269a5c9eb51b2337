import { findApplication } from '#db/applications/find';
import { withdrawCases } from '#db/cases/change';
import {
  assignWithdrawal,
  closeWithdrawals,
  findWithdrawal,
  knownWithdrawals,
  readWithdrawals,
  receiptOf,
  type WithdrawalRecord,
} from '#db/withdrawals';
import { maximum, optionalText } from '#domain/fields';
import { pick } from '#domain/keys';
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
import { isoOf } from '#domain/time';
import { api } from '#domain/urls';
import type { Context } from '../../context';
import type { Deed } from '../../deed';
import { staffRoutes } from '../../http/access';
import { standard } from '../../http/schema';
import { refusals } from '../../refusal';
import { oneOf, pageQuery, pages, queryDocs } from './lists';

const query = pageQuery({
  q: optionalText(maximum.email),
  state: oneOf(withdrawalStates, 'Diesen Stand gibt es nicht'),
});

export function staffWithdrawalRoutes(context: Context) {
  const list = pages(context, query, {
    read: ({ q = '', state = null, ...page }) => readWithdrawals(context.db, { ...page, q, state }),
    persons: ({ rows }) => rows.map(({ id }) => id),
    page: ({ rows, open }, counted): WithdrawalPage => ({ withdrawals: rows.map(viewOf), ...counted, open }),
  });
  return staffRoutes(context, 'backoffice-withdrawals')
    .get(api.staffWithdrawals, list, { detail: queryDocs(query) })
    .post(
      api.assignWithdrawal,
      ({ id, body, act }) => act((deed) => assign(deed, id, body.applicationId?.toLowerCase() ?? null)),
      { body: standard(() => withdrawalAssignment) },
    )
    .post(api.closeWithdrawal, ({ id, body, act }) => act((deed) => close(deed, id, body)), {
      body: standard(() => withdrawalClosing),
    })
    .post(api.closeWithdrawals, ({ body, act }) => act((deed) => closeSeveral(deed, body)), {
      body: standard(() => withdrawalsClosing),
    });
}

const unknown = () => refusals.notFound(withdrawalRefusals.unknown);
const closed = () => refusals.conflict(withdrawalRefusals.closed);
const notCompleted = () =>
  refusals.conflict('Dieser Antrag ist noch nicht eingereicht. Zu widerrufen gibt es nichts.');

/** Sets the application of an open withdrawal, which must be completed; null takes it away. */
async function assign({ tx, at, record }: Deed, id: string, applicationId: string | null) {
  const found = await findWithdrawal(tx, id);
  if (!found) throw unknown();
  if (found.closedAt !== null) throw closed();
  if (applicationId !== null) {
    const application = await findApplication(tx, applicationId);
    if (!application) throw refusals.unknownApplication();
    if (!application.completed) throw notCompleted();
  }
  await assignWithdrawal(tx, id, applicationId, at);
  await record('withdrawal_assigned', [id]);
  return viewOf({ ...found, applicationId, assignedAt: at });
}

async function close(deed: Deed, id: string, closing: WithdrawalClosing) {
  const [withdrawal] = await closeOpen(deed, [id], closing);
  if (withdrawal) return viewOf(withdrawal);
  throw (await findWithdrawal(deed.tx, id)) ? closed() : unknown();
}

/** Closes those that are open, and says in the order of the call why the others were not. */
async function closeSeveral(
  deed: Deed,
  { ids, ...closing }: WithdrawalClosing & { ids: string[] },
): Promise<WithdrawalsClosed> {
  const named = [...new Set(ids.map((id) => id.toLowerCase()))];
  const known = await knownWithdrawals(deed.tx, named);
  const done = (await closeOpen(deed, named, closing)).map(({ id }) => id);
  const left = named.filter((id) => !done.includes(id));
  const reasonOf = (id: string) => withdrawalRefusals[known.includes(id) ? 'closed' : 'unknown'];
  return { closed: done.length, skipped: left.map((id) => ({ id, reason: reasonOf(id) })) };
}

async function closeOpen(deed: Deed, ids: readonly string[], closing: WithdrawalClosing) {
  const { tx, at, record } = deed;
  const done = await closeWithdrawals(tx, ids, closing, at);
  const closed = done.map(({ id }) => id);
  await record('withdrawal_closed', closed);
  if (closing.outcome !== 'effective') return done;
  const about = done.map(({ applicationId }) => applicationId).filter((id) => id !== null);
  await record('case_changed', await withdrawCases(deed, about));
  return done;
}

function viewOf(record: WithdrawalRecord): Withdrawal {
  return {
    ...receiptOf(record),
    ...pick(record, 'applicationId', 'match', 'outcome', 'note'),
    assignedAt: isoOf(record.assignedAt),
    closedAt: isoOf(record.closedAt),
  };
}
