/** The analytics events of a whole application, which never contain personal data. */
import { beforeEach, expect, test } from 'bun:test';
import { consentKeys } from '#domain/analytics/tracking';
import { type SetKey, setKeys } from '#domain/steps/all';
import { api, href } from '#domain/urls';
import { setApp } from '#tests/support/app';
import { setDocument } from '#tests/support/dom';
import { johanna } from '#tests/support/people';
import { endAnalytics } from '#web/consent/analytics';
import { openWizard } from './wizard-screen';

const stage = setDocument();
const app = setApp();
beforeEach(() => {
  // a page view of an earlier file would be the last one of this page
  endAnalytics();
  localStorage.setItem(consentKeys.analytics, 'true');
  delete window.dataLayer;
});

const names = [
  'horse_data',
  'contact_data',
  'tariff_selection',
  'policyholder_info',
  'sepa_mandate',
  'summary',
];
test('every step reports that it is viewed, completed and left, with times and without personal data', async () => {
  const { at, press, screen, settled } = await openWizard(stage, 1, { app, sets: setKeys });
  const page_title = document.title;
  for (const step of [2, 3, 4, 5, 6]) {
    await settled();
    await press('Weiter');
    await at(step);
  }
  await press('Antrag absenden');
  await screen.findByText('Antrag erfolgreich eingereicht');
  const seconds = expect.any(Number);
  expect<unknown>(window.dataLayer).toEqual([
    { event: 'page_view', page_path: '/application', page_title },
    { event: 'virtual_page_view', page_path: '/application' },
    { event: 'form_step_view', step: 'horse_data' },
    ...names
      .slice(0, 5)
      .flatMap((step, index) => [
        ...(index === 2
          ? [{ event: 'tariff_selected', tariff: 'top', deductible: 250, frequency: 'monthly' }]
          : []),
        { event: 'form_step_complete', step, seconds },
        { event: 'form_step_leave', step, seconds },
        { event: 'form_step_view', step: names[index + 1] },
      ]),
    { event: 'form_submit', successful: true },
    { event: 'application_completed' },
    { event: 'form_step_complete', step: 'summary', seconds },
  ]);
  const sent = JSON.stringify(window.dataLayer);
  expect(sent).not.toMatch(/Sommer|Fjölnir|example|9627|DE89|[0-9a-f]{8}-[0-9a-f]{4}/);
  // what is completed is not abandoned
  dispatchEvent(new Event('pagehide'));
  expect(JSON.stringify(window.dataLayer)).toBe(sent);
});

test('a refused step reports field names without values, and leaving the page reports an abandonment', async () => {
  const { enter, press, screen } = await openWizard(stage, 1, { app, sets: [] });
  await enter({ ...johanna['horse-data'], horseName: '' });
  await press('Weiter');
  await screen.findAllByText('Bitte geben Sie den Namen Ihres Pferdes ein');
  expect(window.dataLayer?.at(-1)).toEqual({
    event: 'form_error',
    step: 'horse_data',
    fields: ['horseName'],
  });
  dispatchEvent(new Event('pagehide'));
  expect(window.dataLayer?.at(-1)).toEqual({ event: 'form_abandon', step: 'horse_data' });
});

test.each<[string, SetKey[], number]>([
  ['sent once, by the first saved set', [], 1],
  ['not sent by a set that is saved again', ['horse-data'], 0],
  ['not sent by the horse when another set was saved first', ['contact-data'], 0],
])('the event for a new application is %s', async (_, sets, times) => {
  const { at, enter, press } = await openWizard(stage, 1, { app, sets });
  await enter({ ...johanna['horse-data'] });
  for (const _ of ['first', 'again']) {
    await press('Weiter');
    await at(2);
    const created = window.dataLayer?.filter(({ event }) => event === 'application_created');
    expect(created).toHaveLength(times);
    await press('Zurück');
    await at(1);
  }
});

test('a failed submission is reported as unsuccessful', async () => {
  const { press, reply, visitor, toasts } = await openWizard(stage, 6, { app });
  reply('PUT', href(api.complete, { id: visitor.id }), { status: 500, json: {} });
  await press('Antrag absenden');
  expect(toasts()).toEqual([['Fehler', 'Es ist ein Fehler beim Absenden des Antrags aufgetreten.']]);
  expect(window.dataLayer?.at(-1)).toEqual({ event: 'form_submit', successful: false });
  dispatchEvent(new Event('pagehide'));
  expect(window.dataLayer?.at(-1)).toEqual({ event: 'form_abandon', step: 'summary' });
});

test('without consent nothing is recorded', async () => {
  localStorage.clear();
  const { press, screen } = await openWizard(stage, 1, { app, sets: [] });
  await press('Weiter');
  await screen.findAllByText('Bitte geben Sie den Namen Ihres Pferdes ein');
  expect('dataLayer' in window).toBe(false);
});
