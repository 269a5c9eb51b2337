/** What is done with an application (spec 2, 4, 8): reminders, deletion; and details that cannot be had. */
import { afterEach, describe, expect, test } from 'bun:test';
import { api, href } from '#domain/urls';
import { setDocument } from '#tests/support/dom';
import { address, bare, click, id, openDetails, whole } from './details-case';
import { detailsQuestion, type Shown } from './details-screen';

const stage = setDocument();
const realFetch = globalThis.fetch;
afterEach(() => {
  globalThis.fetch = realFetch;
});

const [remind, remove] = [
  `POST ${href(api.resendReminder, { id })}`,
  `DELETE ${href(api.staffApplication, { id })}`,
];

describe('reminders', () => {
  const disabled = ({ screen }: Shown) =>
    screen.getAllByRole('button', { name: /Erinnerung senden$/ }).map((one) => one.hasAttribute('disabled'));

  test('cannot be sent without an address', async () => {
    const shown = await openDetails(stage, { body: bare }, { tab: 'emails' });
    await shown.screen.findByText('Erste Erinnerung senden');
    expect(disabled(shown)).toEqual([true, true]);
  });

  test.each([
    ['Erste Erinnerung senden', 'first'],
    ['Zweite Erinnerung senden', 'second'],
  ])('%s', async (name, type) => {
    const sent = { body: { message: 'Die Erinnerung ist unterwegs.' } };
    const shown = await openDetails(stage, { body: whole }, { tab: 'emails', more: { [remind]: sent } });
    await click(stage, shown, name);
    expect(shown.toast()).toMatchObject({
      title: 'Email versendet',
      description: 'Die Erinnerung ist unterwegs.',
    });
    // the log has a new line
    expect(shown.asked).toEqual([
      detailsQuestion(id),
      `${remind} ${JSON.stringify({ type })}`,
      detailsQuestion(id),
    ]);
  });

  test('wait for each other', async () => {
    const shown = await openDetails(stage, { body: whole }, { tab: 'emails', more: { [remind]: 'never' } });
    await click(stage, shown, 'Erste Erinnerung senden');
    expect(disabled(shown)).toEqual([true, true]);
  });

  test.each([
    [
      'Der Mailserver nimmt sie nicht an.',
      { status: 502, body: { message: 'Der Mailserver nimmt sie nicht an.' } },
    ],
    ['Die Email konnte nicht versendet werden', 'gone' as const],
    ['Die Email konnte nicht versendet werden', { status: 500, body: {} }],
  ])('that fail: %s', async (description, reply) => {
    const shown = await openDetails(stage, { body: whole }, { tab: 'emails', more: { [remind]: reply } });
    await click(stage, shown, 'Zweite Erinnerung senden');
    expect(shown.toast()).toMatchObject({
      title: 'Fehler beim Senden der Email',
      description,
      tone: 'destructive',
    });
    expect(shown.asked.at(-1)).toBe(detailsQuestion(id));
    expect(disabled(shown)).toEqual([false, false]);
  });
});

describe('deletion', () => {
  const path = ({ router }: Shown) => router.state.location.pathname;

  test('asks first, and stops when told', async () => {
    const shown = await openDetails(stage, { body: whole });
    await click(stage, shown, 'Löschen');
    await shown.screen.findByText(/kann nicht rückgängig gemacht werden.*dauerhaft gelöscht/);
    await click(stage, shown, 'Abbrechen');
    expect(shown.screen.queryByText('Ja, löschen')).toBeNull();
    expect(shown.asked).toEqual([detailsQuestion(id)]);
  });

  test('goes back to the list, whose data are asked anew, and forgets the details', async () => {
    const shown = await openDetails(
      stage,
      { body: whole },
      { more: { [remove]: { body: { message: 'ok' } } } },
    );
    shown.client.setQueryData([api.staffApplications], []);
    shown.client.setQueryData([api.dashboard], {});
    shown.client.setQueryData([api.emailLogs, { page: 1 }], {});
    await click(stage, shown, 'Löschen');
    await click(stage, shown, 'Ja, löschen');
    await shown.screen.findByText('Die Liste');
    expect(shown.toast()).toMatchObject({
      title: 'Antrag gelöscht',
      description: 'Der Antrag wurde erfolgreich gelöscht.',
    });
    const stale = [[api.staffApplications], [api.dashboard], [api.emailLogs, { page: 1 }]];
    expect(stale.map((key) => shown.client.getQueryState(key)?.isInvalidated)).toEqual([true, true, true]);
    expect(shown.client.getQueryState([href(api.details, { id })])).toBeUndefined();
  });

  test('of what somebody else deleted says so and goes back', async () => {
    const shown = await openDetails(stage, { body: whole });
    await click(stage, shown, 'Löschen');
    await click(stage, shown, 'Ja, löschen');
    await shown.screen.findByText('Die Liste');
    expect(shown.toast()).toMatchObject({ title: 'Fehler beim Löschen', tone: 'destructive' });
  });

  test('that fails leaves everything where it is', async () => {
    const shown = await openDetails(stage, { body: whole }, { more: { [remove]: 'gone' } });
    await click(stage, shown, 'Löschen');
    await click(stage, shown, 'Ja, löschen');
    expect(shown.toast()).toMatchObject({
      title: 'Fehler beim Löschen',
      description: 'Der Antrag konnte nicht gelöscht werden.',
      tone: 'destructive',
    });
    expect(path(shown)).toBe(address);
    expect(shown.screen.queryByText('Ja, löschen')).toBeNull();
    expect(shown.screen.getByText(id)).toBeTruthy();
  });
});

describe('details that cannot be had', () => {
  const words = 'Error loading application details';

  test('are waited for with a spinner', async () => {
    const { screen } = await openDetails(stage, 'never');
    expect((await screen.findByRole('status')).textContent).toBe('Antrag wird geladen...');
  });

  test.each([404, 422])('because there are none (%d)', async (status) => {
    const { screen } = await openDetails(stage, { status, body: { message: 'Nein.' } });
    await screen.findByText(words);
    expect(screen.getByText('Diesen Antrag gibt es nicht oder nicht mehr.')).toBeTruthy();
    expect(screen.queryByRole('button')).toBeNull();
    const back = screen.getByRole('link', { name: 'Zurück zur Liste' });
    expect(back.getAttribute('href')).toBe('/backoffice/applications');
  });

  test('because the server is away, can be asked for again', async () => {
    const shown = await openDetails(stage, 'gone');
    await shown.screen.findByText(words);
    shown.replies[detailsQuestion(id)] = { body: whole };
    await click(stage, shown, 'Erneut versuchen');
    await shown.screen.findByText(id);
    expect(shown.screen.queryByText(words)).toBeNull();
  });

  test('because somebody deleted the application while it was read', async () => {
    const shown = await openDetails(stage, { body: whole }, { tab: 'emails' });
    await shown.screen.findByText(id);
    shown.replies[detailsQuestion(id)] = { status: 404, body: {} };
    await click(stage, shown, 'Erste Erinnerung senden');
    await shown.screen.findByText(words);
    expect(shown.screen.queryByText(id)).toBeNull();
  });
});
