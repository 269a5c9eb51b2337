/** A screen of the backoffice at an address, with a server that answers as a test tells it. */
import { QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router';
import type { Role } from '#domain/backoffice/user';
import { api, href, pages } from '#domain/urls';
import type { setDocument } from '#tests/support/dom';
import { routesOf, Screens } from '#web/backoffice/screen';
import { currentUserQuery } from '#web/backoffice/session';
import { createQueryClient } from '#web/hydrated/query-client';
import { pageStore } from '#web/ui/page-store';
import { toastsAtom } from '#web/ui/toast-state';

/** Status and body; `never` is a question that stays open, `gone` a server that is away. */
export type Reply = { status?: number; body: unknown } | 'never' | 'gone';
/** By method and path. What is not named is a 404. */
export type Replies = Record<string, Reply>;

export type Shown = Awaited<ReturnType<typeof show>>;

type Stage = ReturnType<typeof setDocument>;
type Options = { role?: Role; replies?: Replies };

/** Opens an address. `replies` may be changed while it is open; `asked` holds what was asked since. */
export async function show(stage: Stage, address: string, { role = 'admin', replies = {} }: Options) {
  const asked: string[] = [];
  globalThis.fetch = answering(replies, asked);
  pageStore.set(toastsAtom, []);
  const client = createQueryClient();
  const user = { id: 'u', username: 'antje', email: null, role, createdAt: '2026-11-01T08:00:00Z' };
  client.setQueryData(currentUserQuery.queryKey, user);
  const history = createMemoryHistory({ initialEntries: [address] });
  const router = createRouter({ routeTree: await createTree(), history });
  const { act, render } = stage.library;
  const screen = await act(async () => {
    const rendered = render(
      <QueryClientProvider client={client}>
        <RouterProvider router={router as never} />
      </QueryClientProvider>,
    );
    await router.load();
    return rendered;
  });
  return { screen, client, router, asked, replies, toast: () => pageStore.get(toastsAtom)[0] };
}

async function createTree() {
  // Radix looks for the document once, when it is loaded
  const { screens } = await import('#web/backoffice/screens');
  const shown = screens.map((screen) =>
    screen.path === pages.backofficeApplications ? { ...screen, component: () => <p>Die Liste</p> } : screen,
  );
  const root = createRootRoute({ component: Outlet });
  const layout = createRoute({
    getParentRoute: () => root,
    path: '/backoffice',
    component: () => (
      <Screens value={screens}>
        <Outlet />
      </Screens>
    ),
  });
  return root.addChildren([layout.addChildren(routesOf(shown, layout))]);
}

function answering(replies: Replies, asked: string[]): typeof fetch {
  const answer = async (input: unknown, init: RequestInit = {}) => {
    const question = `${init.method ?? 'GET'} ${String(input)}`;
    asked.push(init.body ? `${question} ${String(init.body)}` : question);
    const reply = replies[question] ?? { status: 404, body: { message: 'Das gibt es nicht.' } };
    if (reply === 'never') return await new Promise<never>(() => {});
    if (reply === 'gone') throw new TypeError('Failed to fetch');
    return Response.json(reply.body, { status: reply.status ?? 200 });
  };
  return answer as typeof fetch;
}

export const dashboardQuestion = `GET ${api.dashboard}`;
export const detailsQuestion = (id: string) => `GET ${href(api.details, { id })}`;
