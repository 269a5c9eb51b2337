import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Outlet, useLocation } from '@tanstack/react-router';
import { useEffect } from 'react';
import { Ready } from '../hydrated/ready';
import { useOperator } from '../operator';
import { Spinner } from '../ui/spinner';
import { Sidebar } from './Sidebar';
import { Screens } from './screen';
import { screens } from './screens';
import { currentUserQuery, useLogout } from './session';

/** Frame of every screen of the backoffice. Shows the screens to signed-in users only. */
export function BackofficeLayout() {
  const { brand } = useOperator();
  const { user, pathname } = useGuard();
  if (!user) {
    return (
      <main className="flex min-h-dvh items-center justify-center">
        <title>{`${titleOf(pathname)} | ${brand.name} Backoffice`}</title>
        <Ready />
        <Spinner label="Anmeldung wird geprüft..." />
      </main>
    );
  }
  return (
    <div className="min-h-dvh lg:pl-64 print:pl-0">
      <Ready />
      <Sidebar user={user} pathname={pathname} />
      <main id="inhalt" className="pt-14 lg:pt-0 print:pt-0">
        <Screens value={screens}>
          <Outlet />
        </Screens>
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
  const client = useQueryClient();
  const { data: user, isError } = useQuery(currentUserQuery);
  const logout = useLogout();
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs at each change of the screen
  useEffect(() => {
    // returns from the cache while the user is fresh; a failure sets `isError`
    client.fetchQuery(currentUserQuery).catch(() => undefined);
  }, [client, pathname]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once for each failure
  useEffect(() => {
    if (isError) void logout();
  }, [isError]);
  return { user: isError ? undefined : user, pathname };
}
