import { Navigate, Outlet, useMatches } from '@tanstack/react-router';
import { Ready } from '../hydrated/ready';
import { useOperator } from '../operator';
import { Spinner } from '../ui/notices';
import { CurrentUser, useGuard } from './current-user';
import { Sidebar } from './Sidebar';
import { Screens } from './screen';
import { screens } from './screens';

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
    <Screens value={screens}>
      <div className="min-h-dvh lg:pl-64 print:min-h-0 print:pl-0">
        <Ready />
        <Sidebar user={user} pathname={pathname} only={only} />
        <main id="inhalt" className="pt-14 lg:pt-0 print:pt-0">
          <CurrentUser value={user}>
            {only && only.path !== shown ? <Navigate to={only.path} replace /> : <Outlet />}
          </CurrentUser>
        </main>
      </div>
    </Screens>
  );
}

/** Title of the window while the user loads. The last match counts, because all paths begin with the dashboard's. */
function titleOf(pathname: string): string | undefined {
  return screens.findLast(({ path, title }) => title && pathname.startsWith(path))?.title;
}
