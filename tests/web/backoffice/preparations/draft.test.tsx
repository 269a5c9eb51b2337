/** What is typed and not sent. A reload and a lost session are tried in `tests/browser/backoffice/call.test.ts`. */
import { expect, test } from 'bun:test';
import { api, pages } from '#domain/urls';
import { expectFocus, setDocument } from '#tests/support/dom';
import { readTabDrafts, writeTabDraft } from '#web/backoffice/form/kept';
import { shownToast } from '../scripted-screen';
import { called, create, gerda, openCall, sent } from './open-call';

const stage = setDocument();
const visible = ['Vorname', 'E-Mail', 'Name des Pferdes'];
type Opened = Awaited<ReturnType<typeof openCall>>;

async function visit({ router }: Opened, to: string, search = {}) {
  await stage.library.act(async () => await router.navigate({ to, search } as never));
}
test('is there again after a look at another screen, with everything', async () => {
  const shown = await openCall(stage);
  await shown.enter({ ...gerda, 'Name des Pferdes': 'Donna' });
  await visit(shown, pages.backofficeApplications);
  await shown.screen.findByText('Die Liste');
  await visit(shown, pages.backofficePreparations);
  expect(await shown.valuesOf(visible)).toEqual(['Gerda', 'gerda@post.example', 'Donna']);
});

test.each([
  ['gets through', sent, 'Die Einladung ist unterwegs.', ''],
  ['fails', { status: 429, body: { message: 'Es sind zu viele.' } }, 'Es sind zu viele.', 'Gerda'],
])('that is on its way and %s while another screen is shown says so there', async (_, reply, words, left) => {
  const shown = await openCall(stage, { [create]: 'never' });
  const call = globalThis.fetch;
  const answer = Promise.withResolvers<void>();
  globalThis.fetch = (async (path: string, init?: RequestInit) => {
    if (init?.method === 'POST') await answer.promise;
    return await call(path, init);
  }) as typeof fetch;
  await shown.enter(gerda);
  await shown.press('Einladung senden');
  await visit(shown, pages.backofficeApplications);
  shown.replies[create] = reply;
  answer.resolve();
  await stage.library.waitFor(() => expect(shownToast()?.description).toBe(words));
  await visit(shown, pages.backofficePreparations);
  expect((await shown.valuesOf(visible))[0]).toBe(left);
});

test('stays in the storage of the tab without any address and number', async () => {
  const { enter, tick } = await openCall(stage);
  await enter({ ...gerda, 'Name des Pferdes': 'Donna' });
  await tick('Jemand anderes schließt den Vertrag ab');
  await enter({ Vorname: 'Jonas', 'E-Mail': 'jonas@post.example', Telefon: '0251 2' }, 'Versicherungsnehmer');
  const kept = sessionStorage.getItem('staff-drafts') ?? '';
  for (const text of ['Gerda', 'Lang', 'Donna', 'Jonas']) expect(kept).toContain(text);
  for (const text of ['post.example', '0251']) expect(kept).not.toContain(text);
});

test('is one for each callback, and one for calls about none', async () => {
  const shown = await openCall(stage, { [`GET ${api.staffCallbacks}`]: { body: [called] } });
  await shown.enter({ 'Name des Pferdes': 'Donna' });
  await visit(shown, pages.backofficePreparations, { callback: called.id });
  expect(await shown.valuesOf(visible)).toEqual(['Gerda', 'gerda@post.example', '']);
  await shown.enter({ Vorname: 'Gerlinde' });
  await visit(shown, pages.backofficePreparations);
  expect(await shown.valuesOf(visible)).toEqual(['', '', 'Donna']);
  await visit(shown, pages.backofficeApplications);
  await visit(shown, pages.backofficePreparations);
  const link = await shown.screen.findByRole('link', { name: /zu einem Rückruf fortsetzen/ });
  await stage.library.act(async () => link.click());
  await stage.library.waitFor(async () =>
    expect(await shown.valuesOf(visible)).toEqual(['Gerlinde', 'gerda@post.example', '']),
  );
});

test('goes when it is discarded', async () => {
  const shown = await openCall(stage);
  const { screen, enter, press } = shown;
  await screen.findByRole('button', { name: 'Einladung senden' });
  expect(screen.queryByRole('button', { name: 'Verwerfen' })).toBeNull();
  await enter({ ...gerda, 'Name des Pferdes': 'Donna' });
  await press('Verwerfen');
  expect(await shown.valuesOf(visible)).toEqual(['', '', '']);
  expectFocus(screen.getByLabelText('Anrede'));
  expect(sessionStorage.getItem('staff-drafts')).not.toContain('Gerda');
  expect(screen.queryByRole('button', { name: 'Wiederherstellen' })).toBeNull();
});

test('is of the user who typed it', () => {
  writeTabDraft('a', 'preparation', { entered: {} });
  expect(readTabDrafts('b')).toEqual({});
  writeTabDraft('b', 'preparation x', { attempt: '1' });
  expect([readTabDrafts('a'), readTabDrafts('b')]).toEqual([{}, { 'preparation x': { attempt: '1' } }]);
  sessionStorage.setItem('staff-drafts', 'kein JSON');
  expect(readTabDrafts('b')).toEqual({});
});
