/** The analytics events at the start and the end of an application. */
import { beforeEach, describe, expect, test } from 'bun:test';
import { type AnalyticsEvent, consentKeys } from '#domain/analytics/tracking';
import { type SetKey, setKeys } from '#domain/steps/all';
import { setDocument } from '#tests/support/dom';
import { titles } from '#tests/support/journey';
import { openWizard } from './wizard-screen';

const stage = setDocument();
beforeEach(() => {
  localStorage.setItem(consentKeys.analytics, 'true');
  delete window.dataLayer;
});

const eventsOf = (name: AnalyticsEvent['event']) =>
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

describe('the event for a new application', () => {
  test.each<[string, SetKey[], number]>([
    ['is sent once, by the first saved set', [], 1],
    ['is not sent by a set that is saved again', ['horse-data'], 0],
    ['is not sent by the horse when another set was saved first', ['contact-data'], 0],
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
      expect(eventsOf('form_step_complete')).toHaveLength(saved);
      expect(eventsOf('application_created')).toHaveLength(times);
      await press('Zurück');
      await at(1);
    }
  });
});

describe('a submission', () => {
  test('reports the sixth step as completed with its time, and no abandonment afterwards', async () => {
    const { press, screen } = await open(6, setKeys);
    await press('Antrag absenden');
    await screen.findByText('Antrag erfolgreich eingereicht');
    expect(eventsOf('form_step_complete')).toEqual([
      { event: 'form_step_complete', step: 'summary', seconds: expect.any(Number) },
    ]);
    leavePage();
    expect(eventsOf('form_abandon')).toEqual([]);
  });

  test('that fails reports no completion, and leaving the page reports an abandonment', async () => {
    const { app, press, visitor } = await open(6, setKeys);
    // the start of the insurance is now in the past, so the submission is refused
    app.clock.now += 30 * 24 * 3_600_000;
    await press('Antrag absenden');
    await stage.library.waitFor(() => expect(eventsOf('form_submit')).toHaveLength(1));
    expect((await visitor.application()).body.completed).toBe(false);
    expect([eventsOf('form_step_complete'), eventsOf('application_completed')]).toEqual([[], []]);
    leavePage();
    expect(eventsOf('form_abandon')).toEqual([{ event: 'form_abandon', step: 'summary' }]);
  });
});
