import { Link, Navigate, Outlet, useMatches } from '@tanstack/react-router';
import LogOut from 'lucide-react/icons/log-out';
import Menu from 'lucide-react/icons/menu';
import X from 'lucide-react/icons/x';
import { useEffect, useRef, useState } from 'react';
import { roleLabels, type SignedInUser } from '#domain/accounts/user';
import { pages } from '#domain/urls';
import { Ready } from '../hydrated/ready';
import { HorseMark } from '../illustrations';
import { useOperator } from '../operator';
import { Spinner } from '../ui/notices';
import { TabLinks } from '../ui/tabs';
import { Away } from './account';
import type { Screen } from './screen';
import { screens, sidebar } from './screens';
import { SearchField, wideWindow } from './search';
import { CurrentUser, useGuard, useLogout } from './session';

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
  const tabs = sidebar.checks.map(({ path, title, role }) => {
    return { key: path, content: title, to: path, current: path === shown, role };
  });
  return (
    <div className="min-h-dvh lg:pl-64 print:min-h-0 print:pl-0">
      <Ready />
      <Sidebar user={user} pathname={pathname} only={only} />
      <main id="inhalt" className="pt-14 lg:pt-0 print:pt-0">
        <CurrentUser value={user}>
          {tabs.some(({ current, role }) => current && role === user.role) ? (
            <div className="mx-auto max-w-[92rem] px-4 pt-6 sm:px-6 lg:px-8 print:hidden">
              <TabLinks label="Prüfung" links={tabs} />
            </div>
          ) : null}
          {only && only.path !== shown ? <Navigate to={only.path} replace /> : <Outlet />}
        </CurrentUser>
      </main>
    </div>
  );
}

export const screenAt = (path: string) => screens.find((screen) => screen.path === path);

/** Title of the window while the user loads. The last match counts, because all paths begin with the dashboard's. */
const titleOf = (pathname: string) =>
  screens.findLast(({ path, title }) => title && pathname.startsWith(path))?.title;

type SidebarProps = { user: SignedInUser; pathname: string; only?: Screen };

/** On wide screens fixed at the left; on narrow screens a bar with a menu that slides in. */
function Sidebar({ user, pathname, only }: SidebarProps) {
  const { open, setOpen, toggle } = useSlideIn(pathname);
  const MenuIcon = open ? X : Menu;
  return (
    <>
      <a
        href="#inhalt"
        className="sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50 focus:bg-white focus:p-3 focus:font-semibold"
      >
        Zum Inhalt springen
      </a>
      <header className="fixed inset-x-0 top-0 z-30 flex h-14 items-center gap-3 bg-green-900 px-4 text-white lg:inset-x-auto lg:left-0 lg:h-16 lg:w-64 lg:px-6 print:hidden">
        <HorseMark className="size-8 text-green-200" />
        <span className="font-serif text-xl font-semibold">Backoffice</span>
        <button
          ref={toggle}
          type="button"
          aria-expanded={open}
          aria-controls="menue"
          aria-label={open ? 'Menü schließen' : 'Menü öffnen'}
          onClick={() => setOpen(!open)}
          className="-mr-2 ml-auto inline-flex size-11 items-center justify-center rounded-control hover:bg-white/10 focus-visible:outline-saddle-300 lg:hidden"
        >
          <MenuIcon aria-hidden="true" className="size-6" />
        </button>
      </header>
      {open ? (
        <div
          aria-hidden="true"
          onClick={() => setOpen(false)}
          className="fixed inset-0 z-10 bg-green-950/60 lg:hidden"
        />
      ) : null}
      <div
        id="menue"
        className={`fixed top-14 bottom-0 left-0 z-20 flex w-72 max-w-[85vw] flex-col overflow-y-auto bg-green-900 text-white duration-200 lg:visible lg:top-16 lg:w-64 lg:translate-x-0 print:hidden ${open ? 'visible translate-x-0 transition-[translate]' : 'invisible -translate-x-full transition-[translate,visibility]'}`}
      >
        {only ? null : <SearchField setOpen={setOpen} />}
        {only ? (
          <div className="grow" />
        ) : (
          <nav aria-label="Backoffice" className="grow px-3 py-3">
            <ul className="mb-2">
              <NavItems items={sidebar.home} {...{ user, pathname }} />
            </ul>
            {Object.entries(sidebar.groups).map(([name, items]) => (
              // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
              <div key={name} role="group" aria-labelledby={`menue-${name}`} className="mb-2">
                <p id={`menue-${name}`} className="px-2.5 py-1 text-sm font-semibold text-green-200">
                  {name}
                </p>
                <ul>
                  <NavItems items={items} {...{ user, pathname }} />
                </ul>
              </div>
            ))}
          </nav>
        )}
        <Account user={user} pathname={pathname} items={only ? [only] : sidebar.account} />
      </div>
    </>
  );
}

type NavItemsProps = { user: SignedInUser; pathname: string; items: readonly Screen[] };

/** Links to screens. A link is active while the address begins with its path, the dashboard's only on the dashboard. */
function NavItems({ user, pathname, items }: NavItemsProps) {
  return items
    .filter(({ role = user.role }) => role === user.role)
    .map(({ path, title, icon: Icon, tabs, useCount, countWord = 'offen' }) => (
      <li key={path}>
        <Link
          to={path}
          activeOptions={{ exact: path === pages.backoffice, includeSearch: false }}
          aria-current={tabs?.some((tab) => tab.path === pathname) ? 'page' : undefined}
          className={item}
        >
          {Icon ? <Icon className="size-5 shrink-0" /> : null}
          <span className="min-w-0">{title}</span>
          {useCount ? <Waiting useCount={useCount} word={countWord} /> : null}
        </Link>
      </li>
    ));
}

const item =
  'flex min-h-11 w-full items-center gap-2.5 rounded-control px-2.5 text-left text-green-100 hover:bg-white/10 focus-visible:outline-saddle-300 aria-[current=page]:bg-white/15 aria-[current=page]:font-semibold aria-[current=page]:text-white lg:pointer-fine:min-h-[clamp(1.75rem,3.6dvh,2.25rem)]';

function Waiting({ useCount, word }: Required<Pick<Screen, 'useCount'>> & { word: string }) {
  const count = useCount();
  if (!count) return null;
  return (
    <span className="ml-auto rounded-full bg-saddle-100 px-2 text-sm font-semibold text-saddle-800 tabular-nums">
      <span>{count.toLocaleString('de-DE')}</span>
      <span className="sr-only">{` ${word}`}</span>
    </span>
  );
}

function Account(props: NavItemsProps) {
  const { user } = props;
  const logout = useLogout();
  return (
    <section aria-label="Konto" className="border-t border-white/15 px-3 py-3">
      <p className="mb-2 px-2.5">
        <span className="block truncate font-semibold">{user.username || 'Benutzer'}</span>
        <span className="block text-sm text-green-200">{roleLabels[user.role]}</span>
        <Away {...user} />
      </p>
      <ul>
        <NavItems {...props} />
        <li>
          <button type="button" onClick={() => void logout()} className={item}>
            <LogOut aria-hidden="true" className="size-5 shrink-0" />
            Abmelden
          </button>
        </li>
      </ul>
    </section>
  );
}

/** The menu of narrow screens. Escape, a click on a link and a wide window close it and focus its button. */
function useSlideIn(pathname: string) {
  const [open, setOpen] = useState(false);
  const toggle = useRef<HTMLButtonElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs at each change of the screen
  useEffect(() => setOpen(false), [pathname]);
  useEffect(() => {
    if (!open) return;
    // the page under the open menu must not be reachable
    const page = document.getElementById('inhalt');
    page?.setAttribute('inert', '');
    const listening = new AbortController();
    const { signal } = listening;
    const close = () => setOpen(false);
    const onKey = ({ key }: KeyboardEvent) => key === 'Escape' && close();
    document.addEventListener('keydown', onKey, { signal });
    // a link to the current screen does not change the path
    const onLink = ({ target }: Event) => target instanceof Element && target.closest('a') && close();
    document.getElementById('menue')?.addEventListener('click', onLink, { signal });
    matchMedia(wideWindow).addEventListener('change', close, { signal });
    return () => {
      listening.abort();
      page?.removeAttribute('inert');
      toggle.current?.focus();
    };
  }, [open]);
  return { open, setOpen, toggle };
}
