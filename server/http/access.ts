/** Who may call which route: the roles of staff (spec 6), denied by default. */
import { Elysia, type Context as ElysiaContext } from 'elysia';
import type { UserRecord } from '#db/staff/users';
import { backofficeApi } from '#domain/urls';
import type { Context } from '../context';
import { readJson } from './body';
import { refusals } from './refusal';

/** `staff`: whoever is signed in; `admin`: administrators only. */
type Access = 'staff' | 'admin';

type Route = { method: string; path: string; hooks: { transform?: { fn: unknown }[] } };

const guards = new WeakMap<object, Access>();

/**
 * Adds `role` to the options of a route, and `staff`, the user who calls, to its context. Whether he may is decided
 * before a byte of the body is read: to a stranger no answer tells what is there.
 * Use it before `jsonBody`, whose parser would come first.
 */
export function staffAccess({ tokens }: Pick<Context, 'tokens'>) {
  const callers = new WeakMap<Request, Promise<UserRecord | null>>();

  async function admit(request: Request, required: Access): Promise<UserRecord> {
    // asked at each of the stages below, read once
    const asked = callers.get(request) ?? tokens.staffOf(request);
    callers.set(request, asked);
    const user = await asked;
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

/** The role that a route declares; null for a route that anyone may call. */
export function roleOf({ hooks }: Route): Access | null {
  const found = hooks.transform?.map(({ fn }) => (typeof fn === 'function' ? guards.get(fn) : undefined));
  return found?.find((role) => role !== undefined) ?? null;
}

/** Throws for a route of the backoffice that declares no role: such a program must not start. */
export function assertGuarded(routes: readonly Route[]): void {
  for (const route of routes) {
    const { method, path } = route;
    if (path !== backofficeApi && !path.startsWith(`${backofficeApi}/`)) continue;
    if (!roleOf(route)) throw new Error(`${method} ${path} declares no role.`);
  }
}
