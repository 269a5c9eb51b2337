/** The roles that routes of staff require. The server does not start if one of them declares no role. */
import { Elysia, type Context as ElysiaContext } from 'elysia';
import type { UserRecord } from '#db/staff/users';
import { backofficeApi } from '#domain/urls';
import type { Context } from '../context';
import { readJson } from './body';
import { refusals } from './refusal';

/** `staff`: anyone who is signed in; `admin`: administrators only. */
type Access = 'staff' | 'admin';

type Route = { method: string; path: string; hooks: { transform?: { fn: unknown }[] } };

const guards = new WeakMap<object, Access>();

/**
 * Adds the option `role` to routes, and the calling user to their context as `staff`. The role is checked before the
 * body is read, so that a stranger learns nothing from an error about the body. Use this before `jsonBody`, whose
 * parser would otherwise run first.
 */
export function staffAccess({ tokens }: Pick<Context, 'tokens'>) {
  const callers = new WeakMap<Request, Promise<UserRecord | null>>();

  async function admit(request: Request, required: Access): Promise<UserRecord> {
    // each of the stages below calls this, but the user is read once
    const caller = callers.get(request) ?? tokens.staffOf(request);
    callers.set(request, caller);
    const user = await caller;
    if (!user) throw refusals.unauthorized();
    if (required === 'admin' && user.role !== 'admin') throw refusals.forbidden();
    return user;
  }

  return new Elysia({ name: 'staff-access' }).macro({
    role: (required: Access) => {
      const guard = async ({ request, set }: Pick<ElysiaContext, 'request' | 'set'>) => {
        set.headers['cache-control'] = 'no-store';
        await admit(request, required);
      };
      guards.set(guard, required);
      return {
        parse: async ({ request, path }: { request: Request; path: string }) => {
          await admit(request, required);
          return await readJson(request, path);
        },
        transform: guard,
        resolve: async ({ request }: { request: Request }) => ({ staff: await admit(request, required) }),
      };
    },
  });
}

/** The role that a route declares; null if anyone may call it. */
export function roleOf({ hooks }: Route): Access | null {
  const found = hooks.transform?.map(({ fn }) => (typeof fn === 'function' ? guards.get(fn) : undefined));
  return found?.find((role) => role !== undefined) ?? null;
}

/** Throws if a route of the backoffice declares no role. */
export function assertGuarded(routes: readonly Route[]): void {
  for (const route of routes) {
    const { method, path } = route;
    if (path !== backofficeApi && !path.startsWith(`${backofficeApi}/`)) continue;
    if (!roleOf(route)) throw new Error(`${method} ${path} declares no role.`);
  }
}
