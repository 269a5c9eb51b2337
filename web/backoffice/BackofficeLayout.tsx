import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Outlet, useLocation } from '@tanstack/react-router';
import { useEffect } from 'react';
import { brand } from '#domain/company';
import { Ready } from '../hydrated/ready';
import { Spinner } from '../ui/spinner';
import { Sidebar } from './Sidebar';
import { Screens } from './screen';
import { screens } from './screens';
import { currentUserQuery, useLogout } from './session';

/** Frame of every screen behind the login, and the guard before them (spec 2, "Auth guard and backoffice layout"). */
export function BackofficeLayout() {
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

/** The window's title while nothing more is known than the address. The dashboard, whose path begins all, is the first. */
function titleOf(pathname: string): string | undefined {
  return screens.findLast(({ path, title }) => title && pathname.startsWith(path))?.title;
}

/** Loads the current user, again once five minutes are over and a screen changes; any failure ends the session. */
function useGuard() {
  const pathname = useLocation({ select: (location) => location.pathname });
  const client = useQueryClient();
  const { data: user, isError } = useQuery(currentUserQuery);
  const logout = useLogout();
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked at each change of the screen
  useEffect(() => {
    // answers from the cache while the user is fresh; a failure shows in `isError`
    client.fetchQuery(currentUserQuery).catch(() => undefined);
  }, [client, pathname]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each failure
  useEffect(() => {
    if (isError) void logout();
  }, [isError]);
  return { user: isError ? undefined : user, pathname };
}
