import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Navigate, Outlet, useLocation, useMatches, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { Ready } from '../hydrated/ready';
import { useOperator } from '../operator';
import { Spinner } from '../ui/notices';
import { Sidebar } from './Sidebar';
import { Screens } from './screen';
import { screens } from './screens';
import { CurrentUser, currentUserQuery, endSession } from './session';

export function BackofficeLayout() {
  const { brand } = useOperator();
  const { user, pathname } = useGuard();
  // the screen in the outlet; during a change the address is ahead of it
  const shown = useMatches({ select: (matches) => matches.at(-1)?.pathname });
  if (!user) {
    return (
      <main className="flex min-h-dvh items-center justify-center">
        <title>{`${titleOf(pathname)} | ${brand.name} Backoffice`}</title>
        <Ready />
        <Spinner label="Anmeldung wird geprüft..." />
      </main>
    );
  }
  const only = screens.find(({ isForced }) => isForced?.(user));
  return (
    <div className="min-h-dvh lg:pl-64 print:pl-0">
      <Ready />
      <Sidebar user={user} pathname={pathname} only={only} />
      <main id="inhalt" className="pt-14 lg:pt-0 print:pt-0">
        <CurrentUser value={user}>
          <Screens value={screens}>
            {only && only.path !== shown ? <Navigate to={only.path} replace /> : <Outlet />}
          </Screens>
        </CurrentUser>
      </main>
    </div>
  );
}

/** Title of the window while the user loads. The last match counts, because all paths begin with the dashboard's. */
function titleOf(pathname: string): string | undefined {
  return screens.findLast(({ path, title }) => title && pathname.startsWith(path))?.title;
}

/** Loads the current user, and again if the screen changes after five minutes. A failure ends the session. */
function useGuard() {
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
