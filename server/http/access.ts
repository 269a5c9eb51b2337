/** The roles that routes of staff require. The server does not start if one of them declares no role. */

import { Elysia, type Context as ElysiaContext } from 'elysia';
import type { StaffRecord } from '#db/staff/users';
import { minuteMs } from '#domain/time';
import { backofficeApi } from '#domain/urls';
import type { Context } from '../context';
import { perform, type StaffDeed } from '../deed';
import { refusals } from '../refusal';
import { callers, mustChangePassword, mustSetSecondFactor } from './auth';
import { readJson } from './body';
import { ownRateLimit } from './limits/rate-limit';
import { routeAnswers, uuidOf } from './schema';

/**
 * Each level includes those before it. `newcomer`: anyone who is signed in. `account`: who need not change the password
 * first. `staff`: who has a second factor, if everybody needs one. `admin`: administrators.
 */
const levels = ['newcomer', 'account', 'staff', 'admin'] as const;
type Access = (typeof levels)[number];
const ownAccount: readonly Access[] = ['newcomer', 'account'];

type Route = { method: string; path: string; hooks: { transform?: { fn: unknown }[] } };

const guards = new WeakMap<object, Access>();

/** Far above what a person does. Counted in memory, because a call that only reads must not write. */
const mostCalls = { name: 'staff-calls', limit: 1200, windowMs: minuteMs };
const callLimits = new WeakMap<object, ReturnType<typeof ownRateLimit>>();

const factorFirst = 'Bitte richten Sie zuerst die Zwei-Faktor-Anmeldung ein.';

/**
 * Routes that require a role. The calling user is `staff`, whose deeds `act` performs, and the id in the path is `id`: ''
 * if there is none. The role is checked before the body is read, so that a stranger learns nothing from an error about
 * the body, and the id after the body. Use this before `jsonBody`, whose parser would otherwise run first.
 */
export function staffRoutes(context: Context, name: string, role: Access = 'staff') {
  return guardedRoutes(context, name, role).resolve(({ params }: { params?: { id?: string } }) => ({
    id: params?.id === undefined ? '' : uuidOf(params.id),
  }));
}

/** The same without `id`, for a route that checks more before it. */
export function guardedRoutes(context: Context, name: string, required: Access) {
  const count = callLimits.get(context) ?? ownRateLimit(context, mostCalls);
  callLimits.set(context, count);

  async function identify(request: Request): Promise<StaffRecord> {
    const user = await context.tokens.staffOf(request);
    if (!user) throw refusals.unauthorized();
    callers.set(request, user);
    // whoever has stolen a session must not keep its owner from ending it
    count(ownAccount.includes(required) ? user.session.signInId : user.id);
    return user;
  }

  async function admit(request: Request): Promise<StaffRecord> {
    // each of the stages below calls this, but the user is read and counted once
    const user = callers.get(request) ?? (await identify(request));
    const need = (level: Access, isMet: boolean, message?: string) => {
      if (levels.indexOf(required) >= levels.indexOf(level) && !isMet) throw refusals.forbidden(message);
    };
    need('account', !mustChangePassword(user, context.config), 'Bitte ändern Sie zuerst Ihr Passwort.');
    need('staff', !mustSetSecondFactor(user, context.config), factorFirst);
    need('admin', user.role === 'admin');
    return user;
  }

  const guard = async ({ request, set }: Pick<ElysiaContext, 'request' | 'set'>) => {
    set.headers['cache-control'] = 'no-store';
    await admit(request);
  };
  guards.set(guard, required);
  return new Elysia({ name })
    .use(routeAnswers)
    .onParse(async ({ request, path }) => {
      await admit(request);
      return await readJson(request, path);
    })
    .onTransform(guard)
    .resolve(async ({ request }) => {
      const staff = await admit(request);
      return { staff, act: <T>(work: (deed: StaffDeed) => Promise<T>) => perform(context, staff, work) };
    });
}

/** The member of staff who calls a public route, if they may work: as for the role `staff`. */
export async function staffBehind({ tokens, config }: Pick<Context, 'tokens' | 'config'>, request: Request) {
  const user = callers.get(request) ?? (await tokens.staffOf(request));
  if (user) callers.set(request, user);
  return user && !mustChangePassword(user, config) && !mustSetSecondFactor(user, config) ? user : null;
}

export function roleOf({ hooks }: Route): Access | null {
  const found = hooks.transform?.map(({ fn }) => (typeof fn === 'function' ? guards.get(fn) : undefined));
  return found?.find((role) => role !== undefined) ?? null;
}

export function assertGuarded(routes: readonly Route[]): void {
  for (const route of routes) {
    const { method, path } = route;
    if (path !== backofficeApi && !path.startsWith(`${backofficeApi}/`)) continue;
    if (!roleOf(route)) throw new Error(`${method} ${path} declares no role.`);
  }
}
