/** A button that calls the server: one call at a time, the focus stays, and a toast reports the result. */
import { expect, test } from 'bun:test';
import { QueryClientProvider } from '@tanstack/react-query';
import { api, href } from '#domain/urls';
import { expectFocus, setDocument } from '#tests/support/dom';
import { ActionButton } from '#web/backoffice/buttons.tsx';
import { currentUserQuery } from '#web/backoffice/session';
import { createQueryClient } from '#web/hydrated/query-client';
import { pageStore } from '#web/ui/page-store';
import { toastsAtom } from '#web/ui/toasts.tsx';
import { signedInAs } from './scripted-screen';

const stage = setDocument();
const details = [href(api.details, { id: '5a77e1fe' })];
const loaded = [details, [api.emailLogs, { page: 2 }], [api.users]];

/** Shows the button. Each click adds a pending call to `answers`, which the test settles. */
function open() {
  const answers: PromiseWithResolvers<number>[] = [];
  const client = createQueryClient();
  for (const key of loaded) client.setQueryData(key, {});
  client.setQueryData(currentUserQuery.queryKey, signedInAs('admin'));
  const reported: (Error | null)[] = [];
  const call = () => {
    const answer = Promise.withResolvers<number>();
    answers.push(answer);
    return answer.promise;
  };
  pageStore.set(toastsAtom, []);
  const { getByRole } = stage.library.render(
    <QueryClientProvider client={client}>
      <ActionButton
        label="Tun"
        busyLabel="Wird getan..."
        call={call}
        success={(count) => `${count} getan`}
        failure="Nicht getan"
        after={(error) => reported.push(error)}
      />
    </QueryClientProvider>,
  );
  const { act, fireEvent } = stage.library;
  const press = () => act(async () => fireEvent.click(getByRole('button')));
  const end = (work: () => void) => act(async () => work());
  const stale = () =>
    [...loaded, currentUserQuery.queryKey].filter((key) => client.getQueryState(key)?.isInvalidated);
  return { button: () => getByRole('button'), answers, reported, press, end, stale };
}

const shownToast = () => pageStore.get(toastsAtom)[0];

test('a button that disappears leaves its focus to the title of the page', async () => {
  const { render, act } = stage.library;
  const page = (isShown: boolean) => (
    <QueryClientProvider client={createQueryClient()}>
      <h1 id="titel" tabIndex={-1}>
        Benutzer
      </h1>
      {isShown ? (
        <ActionButton label="Tun" busyLabel="..." call={async () => 1} success="Getan" failure="Nicht" />
      ) : null}
    </QueryClientProvider>
  );
  const { rerender, getByRole } = render(page(true));
  act(() => getByRole('button').focus());
  rerender(page(false));
  expectFocus(getByRole('heading'));
});

test('a second click during a call does nothing, and the button keeps the focus', async () => {
  const { button, answers, press, end } = open();
  button().focus();
  await press();
  await press();
  expect(answers).toHaveLength(1);
  await stage.library.waitFor(() => expect(button().textContent).toBe('Wird getan...'));
  expect(button().getAttribute('aria-disabled')).toBe('true');
  expectFocus(button());
  await end(() => answers[0]?.resolve(3));
  await stage.library.waitFor(() => expect(button().textContent).toBe('Tun'));
  expect(shownToast()).toMatchObject({ title: 'Erfolgreich', description: '3 getan' });
});

test.each([
  ['a success', 'resolve', null],
  ['a failure', 'reject', 'Nicht getan'],
] as const)(
  'after %s all that was loaded is stale, but not the user: if loading that failed, the session would end',
  async (_, end, description) => {
    const opened = open();
    await opened.press();
    const error = new Error('kaputt');
    await opened.end(() =>
      end === 'resolve' ? opened.answers[0]?.resolve(1) : opened.answers[0]?.reject(error),
    );
    await stage.library.waitFor(() => expect(opened.stale()).toEqual(loaded));
    expect(opened.reported).toEqual([end === 'resolve' ? null : error]);
    if (description)
      expect(shownToast()).toMatchObject({ title: 'Fehler', description, tone: 'destructive' });
  },
);
