import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { type AnyRouter, useLocation, useRouter } from '@tanstack/react-router';
import { createContext, use, useEffect } from 'react';
import type { Login, SignedInUser } from '#domain/accounts/user';
import type { TokenResponse } from '#domain/responses';
import { minuteMs } from '#domain/time';
import { api, pages } from '#domain/urls';
import { RequestFailed, request, tokenKey, transport } from '../api';
import { readStored, writeStored } from '../storage';
import { lasting } from './calls';
import { dropAllDrafts } from './form/kept';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The login was opened because somebody else has signed in in another tab. */
    replaced?: boolean;
  }
}

/** @throws StorageRefused before anything is sent, RequestFailed with a `sentence`, or the error of `fetch` */
export async function signIn(client: QueryClient, credentials: Login): Promise<void> {
  if (!keepsTokens()) throw new StorageRefused();
  try {
    const { token } = await request<TokenResponse>('POST', api.login, credentials);
    keepToken(token);
    client.clear();
  } catch (error) {
    if (!(error instanceof RequestFailed) || error.sentence) throw error;
    throw new RequestFailed(error.status, JSON.stringify({ message: 'Login failed' }));
  }
}

export function keepsTokens(): boolean {
  return writeStored('probe', '') && writeStored('probe', null);
}

/** Nobody can be signed in without the storage. */
export class StorageRefused extends Error {
  override message =
    'Ihr Browser speichert für diese Seite keine Websitedaten. Ohne sie können Sie sich nicht anmelden.';
}

/** Ends the session of this tab, deletes all cached data, and shows the login. `replaced` is said there. */
export async function endSession(router: AnyRouter, client: QueryClient, replaced = false): Promise<void> {
  dropToken();
  await router.navigate({ to: pages.login, state: { replaced } });
  // the next user of this computer must not see cached data
  client.clear();
}

/** Ends the session on the server too. Whoever cannot reach the server is signed out here all the same. */
export function useLogout(): () => Promise<void> {
  const [router, client] = [useRouter(), useQueryClient()];
  return () => {
    // goes on if the window is closed meanwhile
    request('POST', api.logout, {}, { keepalive: true }).catch(() => undefined);
    // whoever signs out is done with them
    return endSession(router, client).then(dropAllDrafts);
  };
}

/**
 * The token of this tab. All tabs share one storage, and somebody else may sign in in another tab. So a tab sends the
 * token with which it has loaded its user, and reads the storage only to find out whether that was replaced.
 */
let held: string | null = null;

const stored = () => readStored(tokenKey);

export function keepToken(token: string) {
  writeStored(tokenKey, token);
  held = token;
}

/** The same user goes on with another token. A token that somebody else has stored meanwhile stays. */
export function renewToken(token: string) {
  if (held === null) return;
  if (stored() === held) keepToken(token);
  else held = token;
}

/** A token that another tab has stored meanwhile stays. */
function dropToken() {
  if (stored() === held) writeStored(tokenKey, null);
  held = null;
}

/**
 * Sends the calls with the token of the tab, and notices when it is replaced in another tab: by one of the same user the
 * tab goes on with that, else it leaves. `leave` is also called when the server no longer accepts the token;
 * `replaced`: somebody else has signed in.
 */
export function watchToken(leave: (replaced: boolean) => void) {
  const follow = () => {
    const now = stored();
    if (held === null || now === held) return;
    if (now !== null && userOf(now) === userOf(held)) held = now;
    else leave(now !== null);
  };
  const send = async (path: string, init: RequestInit): Promise<Response> => {
    const token = held;
    const response = await fetch(path, signed(init, token));
    // that of the sign-in is about the typed password
    if (response.status !== 401 || token === null || path === api.login) return response;
    follow();
    if (held === token) leave(false);
    // refused before anything was done, so a change can be repeated, too
    else if (held !== null && userOf(held) === userOf(token)) return await send(path, init);
    return response;
  };
  transport.send = send;
  window.addEventListener('storage', ({ key }) => {
    if (key === tokenKey || key === null) follow();
  });
  // a frozen tab gets no events
  for (const event of ['focus', 'pageshow']) window.addEventListener(event, follow);
  document.addEventListener('visibilitychange', follow);
}

function signed(init: RequestInit, token: string | null): RequestInit {
  const headers = new Headers(init.headers);
  if (token === null) headers.delete('Authorization');
  else headers.set('Authorization', `Bearer ${token}`);
  return { ...init, headers };
}

/** The id of the user, as the token names it; undefined if it is no token. */
function userOf(token: string): unknown {
  try {
    const claims = token.split('.')[1] ?? '';
    return JSON.parse(atob(claims.replaceAll('-', '+').replaceAll('_', '/'))).sub;
  } catch {
    return undefined;
  }
}

export const currentUserQuery = queryOptions({
  // if loading it failed, the session would end
  queryKey: [lasting, api.currentUser],
  queryFn: fetchCurrentUser,
  staleTime: 5 * minuteMs,
});

export const CurrentUser = createContext<SignedInUser | null>(null);

export function useCurrentUser(): SignedInUser {
  const user = use(CurrentUser);
  if (!user) throw new Error('The screens are for signed-in users only.');
  return user;
}

/** Loads the current user, and again if the screen changes after five minutes. A failure ends the session. */
export function useGuard() {
  const pathname = useLocation({ select: (location) => location.pathname });
  const [router, client] = [useRouter(), useQueryClient()];
  const { data: user, isError } = useQuery(currentUserQuery);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs at each change of the screen
  useEffect(() => {
    // returns from the cache while the user is fresh; a failure sets `isError`
    client.fetchQuery(currentUserQuery).catch(() => undefined);
  }, [client, pathname]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once for each failure
  useEffect(() => {
    if (isError) void endSession(router, client);
  }, [isError]);
  return { user: isError ? undefined : user, pathname };
}

async function fetchCurrentUser(): Promise<SignedInUser> {
  held ??= stored();
  if (held === null) throw new Error('No token available');
  try {
    return (await request<{ user: SignedInUser }>('GET', api.currentUser)).user;
  } catch {
    throw new Error('Failed to get current user');
  }
}
