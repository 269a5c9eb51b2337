/** A staff screen at an address, over the real application with a database of its own. */
import { QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router';
import { createUser } from '#db/staff/users';
import { pages } from '#domain/urls';
import { administrator, startApp, type TestApp } from '#tests/support/app';
import type { setDocument } from '#tests/support/dom';
import { screen as password } from '#web/backoffice/ChangePasswordPage.tsx';
import { screen as callbacks } from '#web/backoffice/callbacks/CallbacksPage.tsx';
import { screen as emailLogs } from '#web/backoffice/email-logs/EmailLogsPage.tsx';
import { LoginPage } from '#web/backoffice/login/LoginPage.tsx';
import { routesOf } from '#web/backoffice/screen';
import { screen as users } from '#web/backoffice/users/UsersPage.tsx';
import { createQueryClient } from '#web/hydrated/query-client';
import { pageStore } from '#web/ui/page-store';
import { toastsAtom } from '#web/ui/toast-state';

type Stage = ReturnType<typeof setDocument>;
/** What stands in for the application's answer; undefined: it answers itself. */
type Instead = (request: Request) => Response | Promise<Response> | undefined;

// happy-dom brings its own of these, in which a server cannot answer
const { Request: ServerRequest, Response: ServerResponse, Headers: ServerHeaders } = globalThis;

/**
 * Starts an application whose answers the screens get; its administrator is signed in. `known`: with a password that
 * works, which costs the time of its hash.
 */
export async function startOffice({ known = false } = {}) {
  Object.assign(globalThis, { Request: ServerRequest, Response: ServerResponse, Headers: ServerHeaders });
  const app = await startApp();
  const admin = known ? await app.signIn() : await enter(app);
  const office = { ...app, admin, asked: [] as string[], instead: (() => undefined) as Instead };
  globalThis.fetch = (async (path: string, init?: RequestInit) => {
    const request = new ServerRequest(`http://localhost${path}`, init);
    office.asked.push(`${request.method} ${path}`);
    return (await office.instead(request)) ?? (await app.app.handle(request));
  }) as typeof fetch;
  localStorage.setItem('auth_token', admin.authorization.replace('Bearer ', ''));
  return office;
}

/** An administrator with a token, whom no password lets in. */
async function enter({ context, db, clock }: TestApp) {
  const account = {
    username: administrator.username,
    role: 'admin',
    email: null,
    passwordHash: 'none',
  } as const;
  const user = await createUser(db, account, clock.now);
  if (!user) throw new Error('The administrator is there already.');
  return { authorization: `Bearer ${await context.tokens.sign(user)}` };
}

/** Opens a screen. */
export async function show({ library: { act, render } }: Stage, address: string) {
  pageStore.set(toastsAtom, []);
  const client = createQueryClient();
  const history = createMemoryHistory({ initialEntries: [address] });
  const router = createRouter({ routeTree: createTree(), history });
  const screen = await act(async () => {
    const rendered = render(
      <QueryClientProvider client={client}>
        <RouterProvider router={router as never} />
      </QueryClientProvider>,
    );
    await router.load();
    return rendered;
  });
  return { screen, client, router };
}

/** The one toast that is there. */
export const shownToast = () => pageStore.get(toastsAtom)[0];

/** A refusal as a server or something before it may send it. */
export const refused = (status: number, body: string) => new ServerResponse(body, { status });

function createTree() {
  const root = createRootRoute({ component: Outlet });
  const layout = createRoute({ getParentRoute: () => root, path: '/backoffice', component: Outlet });
  const dashboard = { path: pages.backoffice, component: () => <p>Das Dashboard</p> };
  const screens = [dashboard, callbacks, emailLogs, users, password];
  return root.addChildren([
    createRoute({ getParentRoute: () => root, path: '/login', component: LoginPage }),
    layout.addChildren(routesOf(screens, layout)),
  ]);
}

/** What a person does on a screen, done until React has answered. */
export function hands(stage: Stage) {
  const click = async (element: HTMLElement) => {
    const { act, fireEvent } = stage.library;
    await act(async () => fireEvent.click(element));
  };
  const fill = async (field: HTMLElement, value: string) => {
    const { act, fireEvent } = stage.library;
    await act(async () => fireEvent.change(field, { target: { value } }));
  };
  return { click, fill };
}

export const entryOf = (field: HTMLElement) => Reflect.get(field, 'value');
