/** The region `Vorgang` of an application for another policyholder. */
import { expect, test } from 'bun:test';
import type { Case } from '#domain/cases/staff';
import { setDocument } from '#tests/support/dom';
import { aCase } from '../a-case';
import { history, openCase, patch, sent } from './open-case';

const stage = setDocument();
const again = 'Bestätigung erneut senden';

const [open, refused] = ['Bestätigung offen', 'Nicht beantragt'];
test.each<[Partial<Case>, flag: string | null, canAsk: boolean]>([
  [{ confirmation: 'open' }, open, true],
  [{ confirmation: 'refused' }, refused, false],
  [{ confirmation: null }, null, false],
  [{ confirmation: 'confirmed' }, null, false],
  // nobody is asked again once it is done
  [{ confirmation: 'open', status: 'declined', followUpOn: null }, open, false],
  [{ confirmation: 'open', status: 'withdrawn', followUpOn: null }, open, false],
])(
  'a case with %p has the flag %p; the policyholder can be asked again: %p',
  async (change, flag, canAsk) => {
    const shown = await openCase(stage, { ...aCase, ...change });
    const head = shown.region().querySelector('header')?.textContent ?? '';
    expect([open, refused].filter((words) => head.includes(words))).toEqual(flag ? [flag] : []);
    expect(shown.screen.queryAllByRole('button', { name: again })).toHaveLength(canAsk ? 1 : 0);
  },
);

test('a refused step says why before it is saved', async () => {
  const shown = await openCase(stage, { ...aCase, confirmation: 'refused' });
  await shown.enter('Stand', 'transmitted');
  const hint =
    'Nicht beantragt: Bitte klären Sie zuerst, wer den Antrag gestellt hat, oder lehnen Sie ihn ab.';
  expect(shown.region().textContent).toContain(hint);
  expect(sent(shown, patch)).toEqual([]);
});

test.each([
  ['flag', false],
  ['required', true],
] as const)('an open answer blocks a step only where it is required (%s)', async (policy, blocks) => {
  const shown = await openCase(stage, { ...aCase, confirmation: 'open' }, {}, policy);
  await shown.enter('Stand', 'transmitted');
  const hint = 'Bestätigung offen: Bitte warten Sie, bis der Versicherungsnehmer bestätigt hat.';
  expect(shown.region().textContent?.includes(hint)).toBe(blocks);
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
