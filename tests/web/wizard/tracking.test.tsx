/** What analytics is told of an application's beginning and end (spec 3 and 4, "Tracking"). */
import { beforeEach, describe, expect, test } from 'bun:test';
import { type AnalyticsEvent, consentKeys } from '#domain/analytics';
import { type SetKey, setKeys } from '#domain/steps/all';
import { setDocument } from '#tests/support/dom';
import { titles } from '#tests/support/journey';
import { openWizard } from './wizard-screen';

const stage = setDocument();
beforeEach(() => {
  localStorage.setItem(consentKeys.analytics, 'true');
  delete window.dataLayer;
});

const told = (name: AnalyticsEvent['event']) =>
  (window.dataLayer ?? []).filter(({ event }) => event === name);
const leavePage = () => window.dispatchEvent(new Event('pagehide'));

async function open(step: 1 | 6, sets: readonly SetKey[]) {
  const wizard = await openWizard(stage, step, { sets });
  const { screen } = wizard;
  const { act, fireEvent } = stage.library;
  const press = async (name: string) => {
    const button = await screen.findByRole('button', { name });
    await act(async () => fireEvent.click(button));
  };
  const at = (next: number) => screen.findByRole('heading', { level: 2, name: titles[next - 1] });
  return { ...wizard, press, at };
}

describe('an application is told as created', () => {
  test.each<[string, SetKey[], number]>([
    ['by the first set that is saved, and never again', [], 1],
    ['not by a set that is saved again', ['horse-data'], 0],
    ['not by the horse of one that began otherwise', ['contact-data'], 0],
  ])('%s', async (_, sets, times) => {
    const { press, at, screen } = await open(1, sets);
    const { act, fireEvent } = stage.library;
    const entries = { 'Name des Pferdes': 'Fjölnir', Geburtsdatum: '2017-04-12', Geschlecht: 'mare' };
    for (const [label, value] of Object.entries(entries))
      await act(async () => fireEvent.change(screen.getByLabelText(label), { target: { value } }));
    const consent = screen.getByRole('checkbox');
    if (!Reflect.get(consent, 'checked')) await act(async () => fireEvent.click(consent));
    for (const saved of [1, 2]) {
      await press('Weiter');
      await at(2);
      expect(told('form_step_complete')).toHaveLength(saved);
      expect(told('application_created')).toHaveLength(times);
      await press('Zurück');
      await at(1);
    }
  });
});

describe('sending', () => {
  test('completes the sixth step with its time, and leaving afterwards abandons nothing', async () => {
    const { press, screen } = await open(6, setKeys);
    await press('Antrag absenden');
    await screen.findByText('Antrag erfolgreich eingereicht');
    expect(told('form_step_complete')).toEqual([
      { event: 'form_step_complete', step: 'summary', seconds: expect.any(Number) },
    ]);
    leavePage();
    expect(told('form_abandon')).toEqual([]);
  });

  test('that fails completes nothing, and leaving then abandons it', async () => {
    const { app, press, visitor } = await open(6, setKeys);
    // the insurance would start in the past by now
    app.clock.now += 30 * 24 * 3_600_000;
    await press('Antrag absenden');
    await stage.library.waitFor(() => expect(told('form_submit')).toHaveLength(1));
    expect((await visitor.application()).body.completed).toBe(false);
    expect([told('form_step_complete'), told('application_completed')]).toEqual([[], []]);
    leavePage();
    expect(told('form_abandon')).toEqual([{ event: 'form_abandon', step: 'summary' }]);
  });
});
