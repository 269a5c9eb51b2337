/** The region `Vorgang` of an application for another policyholder. */
import { expect, test } from 'bun:test';
import { api, href } from '#domain/urls';
import { setDocument } from '#tests/support/dom';
import { shownToast } from '../../scripted-screen';
import { aCase } from '../a-case';
import { history, id, openCase, patch, sent } from './open-case';

const stage = setDocument();
const again = 'Bestätigung erneut senden';
const region = async (shown: Awaited<ReturnType<typeof openCase>>) =>
  shown.screen.findByRole('region', { name: 'Vorgang' });

test.each([
  ['open', 'Bestätigung offen'],
  ['refused', 'Nicht beantragt'],
] as const)('an answer that is %s has its flag', async (confirmation, flag) => {
  const shown = await openCase(stage, { ...aCase, confirmation });
  expect((await region(shown)).querySelector('header')?.textContent).toContain(flag);
  expect(shown.screen.queryAllByRole('button', { name: again })).toHaveLength(
    confirmation === 'open' ? 1 : 0,
  );
});

test.each([null, 'confirmed'] as const)('%p has neither flag nor button', async (confirmation) => {
  const shown = await openCase(stage, { ...aCase, confirmation });
  expect((await region(shown)).textContent).not.toMatch(/Bestätigung offen|Nicht beantragt/);
  expect(shown.screen.queryAllByRole('button', { name: again })).toEqual([]);
});

test.each(['declined', 'withdrawn'] as const)('nobody is asked again once it is %s', async (status) => {
  const found = { ...aCase, status, followUpOn: null, confirmation: 'open' } as const;
  const shown = await openCase(stage, found);
  expect((await region(shown)).textContent).toContain('Bestätigung offen');
  expect(shown.screen.queryAllByRole('button', { name: again })).toEqual([]);
});

test('the policyholder is asked again', async () => {
  const call = `POST ${href(api.caseConfirmation, { id })}`;
  const shown = await openCase(
    stage,
    { ...aCase, confirmation: 'open' },
    { [call]: { status: 202, body: { message: 'Die E-Mail geht hinaus.' } } },
  );
  await shown.press(again);
  await stage.library.waitFor(() => expect(shownToast()?.description).toBe('Die E-Mail geht hinaus.'));
  expect(sent(shown, call)).toEqual([{}]);
});

test('a refused step says why before it is saved', async () => {
  const shown = await openCase(stage, { ...aCase, confirmation: 'refused' });
  await shown.enter('Stand', 'transmitted');
  const hint =
    'Nicht beantragt: Bitte klären Sie zuerst, wer den Antrag gestellt hat, oder lehnen Sie ihn ab.';
  expect((await region(shown)).textContent).toContain(hint);
  expect(sent(shown, patch)).toEqual([]);
});

test.each([
  ['flag', false],
  ['required', true],
] as const)('an open answer blocks a step only where it is required (%s)', async (policy, blocks) => {
  const shown = await openCase(stage, { ...aCase, confirmation: 'open' }, {}, policy);
  await shown.enter('Stand', 'transmitted');
  const hint = 'Bestätigung offen: Bitte warten Sie, bis der Versicherungsnehmer bestätigt hat.';
  expect((await region(shown)).textContent?.includes(hint)).toBe(blocks);
});

test('the history says what the policyholder answered', async () => {
  const event = { id: 'e', at: '2026-11-20T09:00:00Z', actor: null, kind: 'confirmation', old: null };
  const answer = { new: 'refused', text: 'Nicht beantragt', message: null, way: null, attachments: null };
  const also = [{ kind: 'follow_up', old: '2026-11-23', new: '2026-11-20' }];
  const shown = await openCase(stage, aCase, { [history]: { body: [{ ...event, ...answer, also }] } });
  const row = (await shown.screen.findByText('Nicht beantragt')).closest('li');
  expect(row?.textContent).toBe(
    '20.11.2026, 10:00Bestätigung des VersicherungsnehmersDabei auch: die Wiedervorlage vom 23.11.2026 auf den 20.11.2026 gelegt.Nicht beantragt',
  );
});
