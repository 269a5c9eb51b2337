import { useLocation, useRouter } from '@tanstack/react-router';
import { type MouseEvent, useEffect, useState } from 'react';
import { pages } from '#domain/urls';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The history entry before this one is the list of applications. */
    fromList?: boolean;
  }
}

/** Returns to the list, by the history if the user came from there, so that search and scroll position stay. */
export function useWayBack() {
  const router = useRouter();
  const fromList = useLocation({ select: ({ state }) => state.fromList === true });
  const [arrivedFrom] = useState(() => router.stores.resolvedLocation.get()?.pathname);
  useEffect(() => {
    if (fromList || arrivedFrom !== pages.backofficeApplications) return;
    // stored in the history entry, where it survives a reload and a change of the tab
    void router.navigate({
      to: '.',
      search: true,
      replace: true,
      resetScroll: false,
      state: (state) => ({ ...state, fromList: true }),
    });
  }, [router, fromList, arrivedFrom]);

  const goBack = () => {
    if (fromList) router.history.back();
    else void router.navigate({ to: pages.backofficeApplications, replace: true });
  };
  /** For a link to the list: a plain click goes back in the history. */
  const onClick = (event: MouseEvent) => {
    const elsewhere = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button !== 0;
    if (!fromList || elsewhere) return;
    event.preventDefault();
    router.history.back();
  };
  return { goBack, onClick };
}
