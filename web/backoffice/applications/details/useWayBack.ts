import { useLocation, useRouter } from '@tanstack/react-router';
import { type MouseEvent, useEffect, useState } from 'react';
import { pages } from '#domain/urls';
import { isList, listBehind } from '../../cases/list-behind';

/** Returns to the list, by the history if the user came from there, so that search and scroll position stay. */
export function useWayBack() {
  const router = useRouter();
  const fromList = useLocation({ select: ({ state }) => state.fromList });
  const [arrivedFrom] = useState(() => router.stores.resolvedLocation.get()?.pathname);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, or it would write into the entry of the list on the way back
  useEffect(() => {
    if (fromList || !isList(arrivedFrom)) return;
    // stored in the history entry, where it survives a reload and a change of the tab
    void router.navigate({
      to: '.',
      search: true,
      replace: true,
      resetScroll: false,
      state: (state) => ({ ...state, fromList: listBehind(arrivedFrom) }),
    });
  }, []);

  const list = fromList?.path ?? pages.backofficeApplications;
  const steps = fromList?.steps ?? 0;
  const goBack = () => {
    if (steps > 0) router.history.go(-steps);
    else void router.navigate({ to: list, replace: true });
  };
  /** For a link to the list: a plain click goes back in the history. */
  const onClick = (event: MouseEvent) => {
    const elsewhere = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button !== 0;
    if (steps === 0 || elsewhere) return;
    event.preventDefault();
    router.history.go(-steps);
  };
  return { list, goBack, onClick };
}
