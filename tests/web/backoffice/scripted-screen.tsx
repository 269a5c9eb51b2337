/** A screen of the backoffice at an address, with a server whose replies the test defines. */
import { expect, spyOn } from 'bun:test';
import { QueryClientProvider } from '@tanstack/react-query';
import {
  type AnyRoute,
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router';
import type { Role, SignedInUser } from '#domain/accounts/user';
import { placeholders } from '#domain/operator/operator';
import { api, href, pages } from '#domain/urls';
import { holdToday, type setDocument } from '#tests/support/dom';
import { dropAllDrafts } from '#web/backoffice/form/kept';
import { routesOf } from '#web/backoffice/screen';
import { CurrentUser, currentUserQuery } from '#web/backoffice/session';
import { createQueryClient } from '#web/hydrated/query-client';
import { OperatorContext } from '#web/operator.tsx';
import { pageStore } from '#web/ui/page-store';
import { toastsAtom } from '#web/ui/toasts.tsx';

/** Status and body. `never` leaves the call pending, `gone` is an unreachable server. */
export type Reply =
  | { status?: number; body: unknown }
  | (() => Response | Promise<Response>)
  | 'never'
  | 'gone';
/** By method and path; without a query it is for every query. A call without a reply gets 404. */
export type Replies = Record<string, Reply>;

export type Shown = Awaited<ReturnType<typeof show>>;

type Stage = ReturnType<typeof setDocument>;
/** `framed`: with the sidebar. */
type Options = { role?: Role; replies?: Replies; framed?: boolean };

export const signedInAs = (role: Role): SignedInUser => ({
  id: 'u',
  username: 'antje',
  email: null,
  role,
  createdAt: '2026-11-01T08:00:00Z',
  secondFactor: false,
  awayUntil: null,
  digest: false,
  mustChangePassword: false,
  mustSetSecondFactor: false,
  passwordMin: 6,
});

/** Opens an address. A test may change `replies` while it is open. `calls` lists the calls since then. */
export async function show(
  stage: Stage,
  address: string,
  { role = 'admin', replies = {}, framed = false }: Options,
) {
  const calls: string[] = [];
  globalThis.fetch = answering(replies, calls);
  // in the morning the noon of that day is hours ahead, and what was kept before would be too old
  holdToday();
  const client = createQueryClient();
  client.setQueryData(currentUserQuery.queryKey, signedInAs(role));
  return {
    ...(await mount(stage, address, await createTree(framed, address), client, role)),
    calls,
    replies,
  };
}

/** Renders these routes at an address, without a toast or a draft from an earlier test. */
export async function mount(
  stage: Stage,
  address: string,
  routeTree: AnyRoute,
  client = createQueryClient(),
  role: Role = 'admin',
) {
  holdToday();
  pageStore.set(toastsAtom, []);
  dropAllDrafts();
  const router = createRouter({ routeTree, history: createMemoryHistory({ initialEntries: [address] }) });
  const { act, render } = stage.library;
  const screen = await act(async () => {
    const rendered = render(
      <QueryClientProvider client={client}>
        <OperatorContext value={placeholders}>
          <CurrentUser value={signedInAs(role)}>
            <RouterProvider router={router as never} />
          </CurrentUser>
        </OperatorContext>
      </QueryClientProvider>,
    );
    await router.load();
    return rendered;
  });
  return { screen, client, router };
}

export const shownToast = () => pageStore.get(toastsAtom)[0];

/** The bodies of the calls so far that begin like this. */
export const sentTo = ({ calls }: { calls: readonly string[] }, call: string) =>
  calls.filter((one) => one.startsWith(`${call} `)).map((one) => JSON.parse(one.slice(call.length + 1)));

/** The texts of what a select offers. */
export const optionsOf = (select: HTMLElement) =>
  Array.from(select.querySelectorAll('option'), ({ text }) => text);

/** The texts of the cells of each row, with bars between them; `from`: without those before. */
export const linesIn = (table: Element, from = 0) =>
  Array.from(table.querySelectorAll('tbody tr'), (row) =>
    Array.from(row.querySelectorAll('th, td'), ({ textContent }) => textContent)
      .slice(from)
      .join(' | '),
  );

/** The headings of its columns. */
export const headingsOf = (table: Element) =>
  Array.from(table.querySelectorAll('thead th'), ({ textContent }) => textContent).join(' | ');

/** What the browser saves while this is done: the name of each file and its address. */
export async function savedBy(act: () => Promise<unknown>): Promise<{ name: string; address: string }[]> {
  const saved: { name: string; address: string }[] = [];
  const clicked = spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    saved.push({ name: this.download, address: this.href });
  });
  await act();
  clicked.mockRestore();
  return saved;
}

/** Clicks and entries, each finished when React has rendered its effect. An open dialog is all that can be used. */
export function hands(stage: Stage) {
  const click = async (element: HTMLElement) => {
    const { act, fireEvent } = stage.library;
    await act(async () => fireEvent.click(element));
  };
  const fill = async (field: HTMLElement, value: string) => {
    const { act, fireEvent } = stage.library;
    await act(async () => fireEvent.change(field, { target: { value } }));
  };
  const usable = () => {
    const dialogs = document.querySelectorAll<HTMLElement>('dialog[open]');
    return stage.library.within([...dialogs].at(-1) ?? document.body);
  };
  const settled = (check: () => void | Promise<void>) => stage.library.waitFor(check);
  const toastIs = (expected: object) => settled(() => expect(shownToast()).toMatchObject(expected));
  return {
    click,
    fill,
    usable,
    settled,
    toastIs,
    press: async (name: string | RegExp) => click(await usable().findByRole('button', { name })),
    follow: async (name: string | RegExp) => click(await usable().findByRole('link', { name })),
    hrefOf: async (name: string | RegExp) =>
      (await usable().findByRole('link', { name })).getAttribute('href'),
    /** Fills in fields by their labels. */
    enter: async (entries: Record<string, string>) => {
      for (const [label, value] of Object.entries(entries))
        await fill(await usable().findByLabelText(label), value);
    },
    succeeds: (description: string) => toastIs({ title: 'Erfolgreich', description }),
    fails: (description: string, title = 'Fehler') => toastIs({ title, description, tone: 'destructive' }),
    isClosed: () => settled(() => expect(document.querySelectorAll('dialog[open]')).toHaveLength(0)),
  };
}

async function createTree(framed: boolean, address: string) {
  // Radix looks for the document when it is loaded, and only then
  const [{ BackofficeLayout }, { screens }] = await Promise.all([
    import('#web/backoffice/BackofficeLayout.tsx'),
    import('#web/backoffice/screens'),
  ]);
  const isWayOut = ({ path }: { path: string }) =>
    path === pages.backofficeApplications && address.split('?')[0] !== path;
  const shown = screens.map((screen) =>
    isWayOut(screen) ? { ...screen, component: () => <p>Die Liste</p> } : screen,
  );
  const root = createRootRoute({ component: Outlet });
  const layout = createRoute({
    getParentRoute: () => root,
    path: '/backoffice',
    component: framed ? BackofficeLayout : Outlet,
  });
  return root.addChildren([layout.addChildren(routesOf(shown, layout))]);
}

function answering(replies: Replies, calls: string[]): typeof fetch {
  const answer = async (input: unknown, init: RequestInit = {}) => {
    const call = `${init.method ?? 'GET'} ${String(input)}`;
    calls.push(init.body ? `${call} ${String(init.body)}` : call);
    const [path = ''] = call.split('?');
    const reply = replies[call] ?? replies[path] ?? { status: 404, body: { message: 'Das gibt es nicht.' } };
    if (typeof reply === 'function') return await reply();
    if (reply === 'never') return await new Promise<never>(() => {});
    if (reply === 'gone') throw new TypeError('Failed to fetch');
    // a response without content may have no body
    if (reply.status === 204) return new Response(null, { status: 204 });
    return Response.json(reply.body, { status: reply.status ?? 200 });
  };
  return answer as typeof fetch;
}

export const dashboardCall = `GET ${api.dashboard}`;
export const detailsCall = (id: string) => `GET ${href(api.details, { id })}`;
