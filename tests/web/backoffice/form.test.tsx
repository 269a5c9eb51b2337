/** What every form of staff does with entries, messages, drafts and a conflict. Dialogs have a table of their own. */
import { expect, test } from 'bun:test';
import { QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { idTaken } from '#domain/fields';
import { setDocument } from '#tests/support/dom';
import { RequestFailed } from '#web/api';
import { useForm, useKept } from '#web/backoffice/form/form.tsx';
import { dropAllDrafts } from '#web/backoffice/form/kept';
import { CurrentUser } from '#web/backoffice/session';
import { createQueryClient } from '#web/hydrated/query-client';
import { pageStore } from '#web/ui/page-store';
import { toastsAtom } from '#web/ui/toasts.tsx';
import { shownToast, signedInAs } from './scripted-screen';

const stage = setDocument();
const blank = { name: '', day: '2026-11-29' };
type Typed = typeof blank;

/** A form of a name and a day; `name` is wrong when it is empty. */
function open(outcome: () => unknown, draft?: string) {
  pageStore.set(toastsAtom, []);
  const { act, renderHook } = stage.library;
  const client = createQueryClient();
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>
      <CurrentUser value={signedInAs('admin')}>{children}</CurrentUser>
    </QueryClientProvider>
  );
  const sent: object[] = [];
  const { result, rerender, unmount } = renderHook(
    (initial: Typed) =>
      useForm<Typed, Typed & { id: string }, unknown>({
        initial,
        check: (typed, id) =>
          typed.name
            ? { ok: true, value: { id, ...typed } }
            : { ok: false, errors: [{ path: 'name', message: 'Bitte nennen' }] },
        draft: useKept(draft),
        call: async (body) => {
          sent.push(body);
          return outcome();
        },
        success: 'Gespeichert.',
        failure: 'Nicht gespeichert.',
      }),
    { wrapper, initialProps: blank },
  );
  const now = () => result.current;
  const doing = (act_: () => void) => act(async () => act_());
  return {
    ...{ sent, now, unmount, doing },
    become: (initial: Typed) => rerender(initial),
    submit: () => doing(() => now().onSubmit({ preventDefault() {} } as never)),
  };
}

const refusing = (body: object) => () => {
  throw new RequestFailed(409, JSON.stringify(body));
};
const gone = () => {
  throw new TypeError('Failed to fetch');
};

test('keeps what was entered when what is stored changes, and only that', async () => {
  const { now, doing, become } = open(() => ({}));
  await doing(() => now().enter({ name: 'Donna' }));
  become({ name: 'Wanda', day: '2026-12-01' });
  expect(now().typed).toEqual({ name: 'Donna', day: '2026-12-01' });
  await doing(() => now().enter({ name: undefined }));
  expect([now().typed.name, now().isBegun]).toEqual(['Wanda', false]);
  await doing(() =>
    now()
      .control('name')
      .onChange({ target: { value: 'Wanda' } }),
  );
  expect(now().isBegun).toBe(false);
});

test('is found again under its name with the id of an attempt without an answer, also after a cancel', async () => {
  dropAllDrafts();
  const first = open(gone, 'a form');
  await first.doing(() => first.now().enter({ name: 'Donna' }));
  await first.submit();
  first.unmount();
  const second = open(gone, 'a form');
  expect(second.now().typed.name).toBe('Donna');
  await second.doing(() => second.now().discard());
  expect(second.now().isBegun).toBe(false);
  await second.doing(() => second.now().enter({ name: 'Donna' }));
  await second.submit();
  expect(second.sent).toEqual(first.sent);
  await second.doing(() => second.now().end());
  second.unmount();
  const third = open(() => ({}), 'a form');
  expect(third.now().isBegun).toBe(false);
  await third.doing(() => third.now().enter({ name: 'Donna' }));
  await third.submit();
  expect(third.sent).not.toEqual(first.sent);
  expect(open(gone).now().typed).toEqual(blank);
});

test.each([
  ['what somebody else has stored', { message: 'Geändert.', current: { name: 'Wanda' } }, 'conflict'],
  ['an earlier attempt with other words', { message: idTaken }, 'taken'],
] as const)('has no toast about %s, and keeps the entries', async (_, body, what) => {
  const { now, doing, submit } = open(refusing(body));
  await doing(() => now().enter({ name: 'Donna' }));
  await submit();
  await stage.library.waitFor(() => expect(now()[what]).toBeTruthy());
  expect([shownToast(), now().typed.name]).toEqual([undefined, 'Donna']);
  await doing(() => now().goOn());
  expect([now().conflict, now().taken, now().typed.name]).toEqual([null, false, 'Donna']);
});
