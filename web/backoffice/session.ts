import { type QueryClient, queryOptions, useQueryClient } from '@tanstack/react-query';
import { type AnyRouter, useRouter } from '@tanstack/react-router';
import { createContext, use } from 'react';
import type { Login, SignedInUser } from '#domain/accounts/user';
import type { TokenResponse } from '#domain/responses';
import { minuteMs } from '#domain/time';
import { api, pages } from '#domain/urls';
import { RequestFailed, request } from '../api';
import { writeStored } from '../storage';
import { lasting } from './calls';
import { dropAllDrafts } from './form/kept';
import { dropToken, keepToken, takeToken } from './tab-token';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The login was opened because somebody else has signed in in another tab. */
    replaced?: boolean;
  }
}

export const currentUserQuery = queryOptions({
  // if loading it failed, the session would end
  queryKey: [lasting, api.currentUser],
  queryFn: fetchCurrentUser,
  staleTime: 5 * minuteMs,
});

export const CurrentUser = createContext<SignedInUser | null>(null);

/** For a screen of the backoffice. */
export function useCurrentUser(): SignedInUser {
  const user = use(CurrentUser);
  if (!user) throw new Error('The screens are for signed-in users only.');
  return user;
}

async function fetchCurrentUser(): Promise<SignedInUser> {
  if (!takeToken()) throw new Error('No token available');
  try {
    const { user } = await request<{ user: SignedInUser }>('GET', api.currentUser);
    return user;
  } catch {
    throw new Error('Failed to get current user');
  }
}

/**
 * Signs in and stores the token.
 * @throws StorageRefused before anything is sent, RequestFailed whose `sentence` is the server's or 'Login failed', or
 * the error of `fetch`.
 */
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
  constructor() {
    super(
      'Ihr Browser speichert für diese Seite keine Websitedaten. Ohne sie können Sie sich nicht anmelden.',
    );
  }
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
