import { useRouter } from '@tanstack/react-router';
import { atom } from 'jotai';
import ArrowRight from 'lucide-react/icons/arrow-right';
import type { ComponentProps } from 'react';
import type { Case } from '#domain/cases/staff';
import { isDone } from '#domain/cases/statuses';
import { api, href, pages } from '#domain/urls';
import { request } from '../../api';
import { Button } from '../../ui/button';
import { pageStore } from '../../ui/page-store';
import { useAction } from '../calls';

declare module '@tanstack/react-router' {
  interface HistoryState {
    atCase?: boolean;
    /** The list that a user of the details came from. In the history entry it survives a reload. */
    fromList?: ListBehind;
  }
}

/** Cases that were handed out in this window and are still due: the next ones come first. */
const handedOutAtom = atom<ReadonlySet<string>>(new Set<string>());

/** A case that somebody has worked on may be handed out again when it is due again. */
export function forgetHandedOut({ applicationId, status, followUpOn }: Case, today: string) {
  if (!isDone(status) && followUpOn !== null && followUpOn <= today) return;
  const left = new Set(pageStore.get(handedOutAtom));
  if (left.delete(applicationId)) pageStore.set(handedOutAtom, left);
}

function useNextCase(shown?: string) {
  const router = useRouter();
  return useAction({
    call: () => {
      const skip = new Set(pageStore.get(handedOutAtom));
      if (shown !== undefined) skip.add(shown);
      return request<Case | null>('POST', api.nextCase, { skip: [...skip] });
    },
    success: (next) => (next ? null : { title: 'Alles erledigt.', description: leftOver(shown) }),
    failure: 'Der nächste Vorgang konnte nicht geladen werden.',
    after: async (error, _, next) => {
      if (error) return;
      // the next click begins with the skipped ones
      if (!next) return pageStore.set(handedOutAtom, new Set<string>());
      const id = next.applicationId;
      pageStore.set(handedOutAtom, new Set([...pageStore.get(handedOutAtom), id]));
      await router.navigate({
        to: href(pages.backofficeApplication, { id }),
        // the open tab stays from case to case
        search: shown !== undefined,
        state: (before) => ({
          fromList: listBehind(router.state.location.pathname, before.fromList),
          atCase: true,
        }),
      });
    },
  });
}

function leftOver(shown: string | undefined): string {
  const skipped = [...pageStore.get(handedOutAtom)].filter((id) => id !== shown);
  return skipped.length > 0
    ? 'Ein weiterer Klick beginnt wieder mit den übersprungenen Vorgängen.'
    : 'Gerade wartet kein Vorgang auf Sie.';
}

type NextCaseButtonProps = Pick<ComponentProps<typeof Button>, 'look' | 'size' | 'ref'> & { shown?: string };

export function NextCaseButton({ shown, size = 'small', ...button }: NextCaseButtonProps) {
  const { run, busy } = useNextCase(shown);
  return (
    <Button {...button} size={size} aria-disabled={busy} onClick={() => run()}>
      Nächster Vorgang
      <ArrowRight aria-hidden="true" className="size-4" />
    </Button>
  );
}

const lists = [pages.backofficeApplications, pages.backofficeCases];

/** `steps`: how many history entries it is behind; 0: the user has not seen it. */
type ListBehind = { path: string; steps: number };

/**
 * The list behind the details for a user who comes from `pathname`: a list itself, details with the list `before` behind
 * them, or another screen, which has the list of cases behind it.
 */
export function listBehind(pathname: string | undefined, before?: ListBehind): ListBehind {
  if (pathname && isList(pathname)) return { path: pathname, steps: 1 };
  if (before && before.steps > 0) return { ...before, steps: before.steps + 1 };
  return { path: pages.backofficeCases, steps: 0 };
}

export const isList = (pathname = '') => lists.some((path) => path === pathname);
