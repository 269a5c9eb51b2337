/** What is loaded after a change by staff: what is on the screen, once; everything else when it is shown next. */
import { expect, test } from 'bun:test';
import { api, href, pages } from '#domain/urls';
import { declare } from '#tests/server/features/withdrawals/declaration';
import { setDocument } from '#tests/support/dom';
import { hands, show } from './scripted-screen';
import { showFramed, startOffice } from './staff-screen';

const stage = setDocument();
const { click, fill, press, settled, toastIs } = hands(stage);

const paged = '?page=1&pageSize=20';
const callbacks = `GET ${api.staffCallbacks}`;
const mails = `GET ${api.emailLogs}${paged}&sortField=sentAt&sortDirection=desc`;
const withdrawals = `GET ${api.staffWithdrawals}${paged}`;
/** The sidebar shows it on every screen. */
const counts = `GET ${api.caseCounts}`;

async function open(address: string) {
  const office = await startOffice();
  const body = { name: 'Robin', phone: '030 1', email: 'robin@post.example', dataProcessingConsent: true };
  expect((await office.ask('POST', api.callbackRequests, { body })).status).toBe(201);
  await declare(office, {});
  const { screen, router, client } = await showFramed(stage, address);
  const { act, waitFor } = stage.library;
  return {
    screen,
    go: (to: string) => act(() => router.navigate({ to })),
    /** The calls, in any order, until nothing is under way. */
    calls: async (expected: string[], during: () => Promise<unknown>) => {
      office.calls.length = 0;
      await during();
      await waitFor(() => expect(client.isFetching() + client.isMutating()).toBe(0));
      expect(office.calls.toSorted()).toEqual(expected.toSorted());
    },
  };
}

test('each list on the screen is loaded once, and a list behind it once it is shown', async () => {
  const { screen, go, calls } = await open(pages.backofficeEmailLogs);
  await screen.findByText(/^\d+ Einträge$/);
  await go(pages.backofficeCallbacks);
  const button = await screen.findByRole('button', { name: 'Als bearbeitet markieren' });
  await calls([expect.stringMatching(/^POST/), callbacks, counts], async () => {
    await click(button);
    await screen.findByText('0 ausstehend • 1 bearbeitet');
  });
  await calls([mails], () => go(pages.backofficeEmailLogs));
  await calls([], () => go(pages.backofficeCallbacks));
});

test('a withdrawal changes the number in the sidebar without a call of its own', async () => {
  const { screen, calls } = await open(pages.backofficeWithdrawals);
  await press('Abschließen');
  await fill(await screen.findByLabelText('Ergebnis'), 'late');
  const dialog = stage.library.within(screen.getByRole('dialog'));
  const waiting = () => screen.queryByText('offen', { selector: 'nav *' });
  expect(waiting()?.previousSibling?.textContent).toBe('1');
  await calls([expect.stringMatching(/^POST/), withdrawals, counts], async () => {
    await click(dialog.getByRole('button', { name: 'Abschließen' }));
    await screen.findByText('0 offen');
  });
  await settled(() => expect(waiting() === null).toBe(true));
});

test('after a failure the button can be pressed again before everything is loaded', async () => {
  const id = '5a77e1fe-0000-4000-8000-000000000000';
  const row = { id, name: 'Robin', phone: '030 1', email: null, preferredTime: null, message: null };
  const list = [{ ...row, source: 'website', processed: false, createdAt: '2026-11-20T09:00:00Z' }];
  const { screen, replies } = await show(stage, pages.backofficeCallbacks, {
    replies: { [callbacks]: { body: list }, [`POST ${href(api.processCallback, { id })}`]: 'gone' },
  });
  const button = await screen.findByRole('button', { name: 'Als bearbeitet markieren' });
  replies[callbacks] = 'never';
  await click(button);
  await toastIs({ title: 'Fehler' });
  await settled(() => expect(button.textContent).toBe('Als bearbeitet markieren'));
});
