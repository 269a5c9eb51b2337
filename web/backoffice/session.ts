/** The session of a member of staff: a token in the local storage, and the user it belongs to. */
import { type QueryClient, queryOptions, useQueryClient } from '@tanstack/react-query';
import { type AnyRouter, useRouter } from '@tanstack/react-router';
import { createContext, use } from 'react';
import type { Login, SignedInUser } from '#domain/backoffice/accounts/user';
import type { TokenResponse } from '#domain/backoffice/responses';
import { api, pages } from '#domain/urls';
import { RequestFailed, request, tokenKey } from '../api';
import { dropAllDrafts } from './form/kept';

export const currentUserQuery = queryOptions({
  queryKey: [api.currentUser],
  queryFn: fetchCurrentUser,
  staleTime: 5 * 60_000,
});

/** The signed-in user. The layout shows the screens when it is known. */
export const CurrentUser = createContext<SignedInUser | null>(null);

/** For a screen of the backoffice. */
export function useCurrentUser(): SignedInUser {
  const user = use(CurrentUser);
  if (!user) throw new Error('The screens are for signed-in users only.');
  return user;
}

async function fetchCurrentUser(): Promise<SignedInUser> {
  if (!hasToken()) throw new Error('No token available');
  try {
    const { user } = await request<{ user: SignedInUser }>('GET', api.currentUser);
    return user;
  } catch {
    throw new Error('Failed to get current user');
  }
}

/** `meta` of the sign-in call. Its 401 is about the typed password, so it does not end a session. */
export const beforeSession = { beforeSession: true };

/**
 * Signs in and stores the token.
 * @throws RequestFailed whose `sentence` is the server's or 'Login failed', or the error of `fetch`.
 */
export async function signIn(client: QueryClient, credentials: Login): Promise<void> {
  try {
    const { token } = await request<TokenResponse>('POST', api.login, credentials);
    keepToken(token);
    client.clear();
  } catch (error) {
    if (!(error instanceof RequestFailed) || error.sentence) throw error;
    throw new RequestFailed(error.status, JSON.stringify({ message: 'Login failed' }));
  }
}

export function keepToken(token: string) {
  localStorage.setItem(tokenKey, token);
}

export function hasToken(): boolean {
  return localStorage.getItem(tokenKey) !== null;
}

/** Deletes the token and all cached data, and shows the login. */
export async function endSession(router: AnyRouter, client: QueryClient): Promise<void> {
  localStorage.removeItem(tokenKey);
  await router.navigate({ to: pages.login });
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

/** Signing out in one window signs out all windows of the browser. */
export function onSessionEndedElsewhere(leave: () => void) {
  window.addEventListener('storage', ({ key, newValue }) => {
    if ((key === tokenKey || key === null) && newValue === null) leave();
  });
}
