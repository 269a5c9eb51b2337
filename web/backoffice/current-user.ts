import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useLocation, useRouter } from '@tanstack/react-router';
import { createContext, use, useEffect } from 'react';
import type { SignedInUser } from '#domain/accounts/user';
import { minuteMs } from '#domain/time';
import { api } from '#domain/urls';
import { request } from '../api';
import { lasting } from './calls';
import { endSession, takeToken } from './session';

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
  if (!takeToken()) throw new Error('No token available');
  try {
    const { user } = await request<{ user: SignedInUser }>('GET', api.currentUser);
    return user;
  } catch {
    throw new Error('Failed to get current user');
  }
}
