/** A staff screen at an address, with the real application and its own database. */
import { beforeAll } from 'bun:test';
import { type AnyRoute, createRootRoute, createRoute, Outlet } from '@tanstack/react-router';
import type { SQLiteTable } from 'drizzle-orm/sqlite-core';
import { users } from '#db/schema/staff';
import { createUser, openSession } from '#db/staff/users';
import type { Login, Role } from '#domain/accounts/user';
import { api, pages } from '#domain/urls';
import { setApp, startApp, type TestApp, testNow } from '#tests/support/app';
import { codeOf, step } from '#tests/support/codes';
import type { setDocument } from '#tests/support/dom';
import { administrator } from '#tests/support/staff';
import { LoginPage } from '#web/backoffice/login/LoginPage.tsx';
import { screen as password } from '#web/backoffice/password/ChangePasswordPage.tsx';
import { routesOf } from '#web/backoffice/screen';
import { keepToken } from '#web/backoffice/session';
import { screen as userList } from '#web/backoffice/users/UsersPage.tsx';
import { mount } from './scripted-screen';

type Stage = ReturnType<typeof setDocument>;
export type Office = Awaited<ReturnType<typeof startOffice>>;
/** The response to send instead of the application's; undefined lets the application respond. */
type Instead = (request: Request) => Response | Promise<Response | undefined> | undefined;

// happy-dom replaces these with its own, with which a server cannot respond
const { Request: ServerRequest, Response: ServerResponse, Headers: ServerHeaders } = globalThis;

/**
 * Starts an application that serves the screens, with its administrator signed in. `known` gives the administrator a
 * working password, which takes the time of hashing it.
 */
export async function startOffice({ known = false, env = {} as Record<string, string> } = {}) {
  takeServerTypes();
  return await officeOf(await startApp({ env }), known);
}

/**
 * One application for all tests of a file. The returned function opens its office anew: without an account, without a
 * row in `emptied`, and at the first moment.
 */
export function setOffice({ known = false, emptied = [] as SQLiteTable[], env = {} } = {}) {
  beforeAll(takeServerTypes);
  const app = setApp({ env });
  return async () => {
    app.clock.now = testNow;
    await app.db.write(async (tx) => {
      for (const table of [users, ...emptied]) await tx.delete(table);
    });
    return await officeOf(app, known);
  };
}

function takeServerTypes() {
  Object.assign(globalThis, { Request: ServerRequest, Response: ServerResponse, Headers: ServerHeaders });
}

async function officeOf(app: TestApp, known: boolean) {
  const admin = known ? await app.signIn() : await enter(app);
  const office = { ...app, admin, calls: [] as string[], instead: (() => undefined) as Instead };
  globalThis.fetch = (async (path: string, init?: RequestInit) => {
    const request = new ServerRequest(`http://localhost${path}`, init);
    office.calls.push(`${request.method} ${path}`);
    return (await office.instead(request)) ?? (await app.app.handle(request));
  }) as typeof fetch;
  keepToken(admin.authorization.replace('Bearer ', ''));
  return office;
}

/** Gives somebody else an account and signs them in. Returns their token and the header with it. */
export async function hire(office: Office, account: { username: string; password: string; role?: Role }) {
  const created = await office.ask('POST', api.users, { body: account, headers: office.admin });
  if (!created.ok) throw new Error(`${account.username}: ${created.status}`);
  return await signInElsewhere(office, account);
}

export async function signInElsewhere(office: Office, { username, password }: Login, browser = {}) {
  const answer = await office.ask('POST', api.login, { body: { username, password }, headers: browser });
  const { token } = (await answer.json()) as { token: string };
  return { token, headers: { authorization: `Bearer ${token}` } };
}

/** Sets up a second factor by the API. `code` is another one each time, and is valid then. */
export async function protect(
  office: Office,
  currentPassword = administrator.password,
  headers = office.admin,
) {
  const ask = async <Answer,>(method: string, body: object) =>
    (await (await office.ask(method, api.secondFactor, { body, headers })).json()) as Answer;
  const { secret } = await ask<{ secret: string }>('POST', { currentPassword });
  const code = () => {
    office.clock.now += step;
    return codeOf(secret, office.clock.now);
  };
  const { recoveryCodes } = await ask<{ recoveryCodes: string[] }>('PUT', { code: code() });
  return { secret, recoveryCodes, code };
}

/** An administrator with a token, but without a valid password. */
async function enter({ context, db, clock }: TestApp) {
  const account = {
    username: administrator.username,
    role: 'admin',
    email: null,
    passwordHash: 'none',
  } as const;
  const user = await db.write((tx) => createUser(tx, account, clock.now));
  if (!user) throw new Error('The administrator is there already.');
  const session = await db.write((tx) => openSession(tx, user.id, { browser: 'a test', now: clock.now }));
  return { authorization: `Bearer ${await context.tokens.sign(session)}` };
}

export const show = (stage: Stage, address: string) => mount(stage, address, createTree());

/** The same with all screens in their frame, whose sidebar and guard ask the server who is signed in. */
export const showFramed = async (stage: Stage, address: string) =>
  mount(stage, address, await createFramedTree());

/** A refusal by the server or by a proxy before it. */
export const refused = (status: number, body: string) => new ServerResponse(body, { status });

function createTree() {
  const root = createRootRoute({ component: Outlet });
  const layout = createRoute({ getParentRoute: () => root, path: '/backoffice', component: Outlet });
  const dashboard = { path: pages.backoffice, component: () => <p>Das Dashboard</p> };
  return root.addChildren([
    loginOf(root),
    layout.addChildren(routesOf([dashboard, userList, password], layout)),
  ]);
}

const loginOf = (root: AnyRoute) =>
  createRoute({ getParentRoute: () => root, path: '/login', component: LoginPage });

async function createFramedTree() {
  // Radix looks for the document when it is loaded, and only then
  const [{ BackofficeLayout }, { screens }] = await Promise.all([
    import('#web/backoffice/BackofficeLayout.tsx'),
    import('#web/backoffice/screens'),
  ]);
  const root = createRootRoute({ component: Outlet });
  const layout = createRoute({
    getParentRoute: () => root,
    path: '/backoffice',
    component: BackofficeLayout,
  });
  return root.addChildren([loginOf(root), layout.addChildren(routesOf(screens, layout))]);
}

export const entryOf = (field: HTMLElement) => Reflect.get(field, 'value');

/** What screen readers say about a field besides its label. */
export const describedOf = (field: HTMLElement) =>
  (field.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent ?? '')
    .join(' ')
    .trim();

/** The secret of a second factor that is being set up; the page shows it in groups. */
export async function shownSecret({ findByText }: Awaited<ReturnType<typeof mount>>['screen']) {
  const isSecret = (_: string, element: Element | null) =>
    element?.tagName === 'P' && /^[A-Z2-7]{32}$/.test(element.textContent ?? '');
  return (await findByText(isSecret)).textContent ?? '';
}
