import { readSiteState, type StoredState, storeSiteState } from '#db/site-state';
import type { StaffRecord } from '#db/staff/users';
import { endTrial, eraseTrial, moveOffers } from '#db/trial';
import { type Actor, theSystem } from '#domain/accounts/actors';
import { berlinMidnight } from '#domain/dates';
import { pick } from '#domain/keys';
import { isOpen } from '#domain/operator/launch-check';
import {
  openPointsText,
  reasonMissing,
  type SiteStateChange,
  type SiteStateView,
  siteStateChange,
  wayProblem,
} from '#domain/operator/site-state';
import type { SiteState } from '#domain/site-state';
import { isoOf } from '#domain/time';
import { api } from '#domain/urls';
import type { Context } from '../../context';
import { type Deed, perform } from '../../deed';
import { staffRoutes } from '../../http/access';
import { standard } from '../../http/schema';
import { cleanLeftovers } from '../../mails/delivery';
import { refusals } from '../../refusal';
import { type OwnerChecks, wrongPassword } from '../auth/guesses';
import { checkLaunch } from './launch-check';

export function siteStateRoutes(context: Context, owner: OwnerChecks) {
  return staffRoutes(context, 'backoffice-site-state', 'admin')
    .get(api.siteState, () => readView(context))
    .put(
      api.siteState,
      async ({ body, staff, request, server }) => {
        // the end of a large trial takes longer than connections may be idle
        server?.timeout(request, 0);
        await changeState(context, owner, staff, body);
        return await readView(context);
      },
      { body: standard(() => siteStateChange(context.today())) },
    );
}

async function readView(context: Context): Promise<SiteStateView> {
  await context.site.refresh();
  const { state, since, by, reason, resumeOn } = context.site.current();
  return { state, since: isoOf(since), by, open: await openKeys(context), reason, resumeOn };
}

async function openKeys(context: Context): Promise<string[]> {
  return (await checkLaunch(context, context.db.read)).items.filter(isOpen).map(({ key }) => key);
}

async function changeState(
  context: Context,
  owner: OwnerChecks,
  staff: StaffRecord,
  { currentPassword, code, ...change }: SiteStateChange,
): Promise<void> {
  if (change.state === 'paused' && !change.reason)
    throw refusals.invalid([{ path: 'reason', message: reasonMissing }]);
  // also of who has no second factor: it is everybody's site
  if (!currentPassword) throw wrongPassword();
  await owner.prove(staff, { currentPassword, code });
  await context.site.refresh();
  const { state } = context.site.current();
  const open = state === 'trial' && !wayProblem(state, change.state) ? await openKeys(context) : [];
  if (open.length > 0) throw refusals.conflict(openPointsText(open.length));
  await changeSiteState(context, staff, change);
}

type Change = Pick<SiteState, 'state'> & Partial<Pick<SiteState, 'reason' | 'resumeOn'>>;

/** The end of a trial erases first what was made in it. @throws Refusal 409 for a way that there is not */
export async function changeSiteState(context: Context, actor: Actor, change: Change): Promise<void> {
  await perform(context, actor, async (deed) => {
    const before = await readSiteState(deed.tx);
    const problem = wayProblem(before.state, change.state);
    if (problem) throw refusals.conflict(problem);
    if (before.state !== 'trial') return await moveTo(deed, before, change);
    // the first of several who end it
    await storeSiteState(deed.tx, { ending: before.ending ?? pick(actor, 'id', 'username') });
    deed.unrecorded('the row of the audit log comes with the end');
  });
  await followSiteState(context);
}

/** Goes on with what is due, whoever began it: other instances, a process that died, or the clock. */
export async function followSiteState(context: Context): Promise<void> {
  await context.site.refresh();
  const { state, resumeOn, ending } = context.site.current();
  const isOver = state === 'paused' && resumeOn !== null && resumeOn <= context.today();
  if (!ending && !isOver) return;
  if (ending) await eraseTrial(context.db);
  await perform(context, null, async (deed) => {
    const before = await readSiteState(deed.tx);
    // another instance may have been faster
    if (before.state !== state || before.resumeOn !== resumeOn) return;
    if (before.ending) await endTrial(deed.tx);
    await moveTo(deed, before, { state: 'live' });
  });
  await context.site.refresh();
  if (ending) await cleanLeftovers(context);
}

async function moveTo(deed: Deed, before: StoredState, { state, reason = null, resumeOn = null }: Change) {
  const by = before.ending ?? deed.actor;
  const { tx, at, today } = deed;
  const { resumeOn: last } = before;
  const isLonger = state === before.state;
  const standsFrom = state === 'paused' ? (before.standsFrom ?? at) : null;
  if (standsFrom === null && before.standsFrom !== null)
    // also if nobody was there at the midnight that ended it
    await moveOffers(tx, {
      from: before.standsFrom,
      to: last && last <= today ? berlinMidnight(last) : at,
      today,
    });
  const since = isLonger ? before.since : at;
  await storeSiteState(tx, {
    ...{ state, reason, resumeOn, since, by: by?.username ?? null, standsFrom, ending: null },
  });
  await deed.record('site_state_changed', [`${before.state} → ${state}`], by ?? theSystem);
}
