/** Reminders and deletion on the details of an application, and details that cannot be loaded. */
import { describe, expect, test } from 'bun:test';
import { api, href } from '#domain/urls';
import { setDocument } from '#tests/support/dom';
import { detailsCall, type Shown, shownToast } from '../../scripted-screen';
import { address, bare, click, id, openDetails, whole } from './details-case';

const stage = setDocument();

const [remind, remove] = [
  `POST ${href(api.resendReminder, { id })}`,
  `DELETE ${href(api.staffApplication, { id })}`,
];

describe('reminders', () => {
  const disabled = ({ screen }: Shown) =>
    screen.getAllByRole('button', { name: /Erinnerung senden$/ }).map((one) => one.hasAttribute('disabled'));

  test('cannot be sent without an e-mail address', async () => {
    const shown = await openDetails(stage, { body: bare }, { tab: 'emails' });
    await shown.screen.findByText('Erste Erinnerung senden');
    expect(disabled(shown)).toEqual([true, true]);
  });

  test.each([
    ['Erste Erinnerung senden', 'first'],
    ['Zweite Erinnerung senden', 'second'],
  ])('are sent by the button "%s"', async (name, type) => {
    const sent = { body: { message: 'Die Erinnerung ist unterwegs.' } };
    const shown = await openDetails(stage, { body: whole }, { tab: 'emails', more: { [remind]: sent } });
    await click(stage, shown, name);
    expect(shownToast()).toMatchObject({
      title: 'Email versendet',
      description: 'Die Erinnerung ist unterwegs.',
    });
    // the log has a new line
    expect(shown.calls).toEqual([detailsCall(id), `${remind} ${JSON.stringify({ type })}`, detailsCall(id)]);
  });

  test('cannot be sent while another one is being sent', async () => {
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
  ])('that fail show the message: %s', async (description, reply) => {
    const shown = await openDetails(stage, { body: whole }, { tab: 'emails', more: { [remind]: reply } });
    await click(stage, shown, 'Zweite Erinnerung senden');
    expect(shownToast()).toMatchObject({
      title: 'Fehler beim Senden der Email',
      description,
      tone: 'destructive',
    });
    expect(shown.calls.at(-1)).toBe(detailsCall(id));
    expect(disabled(shown)).toEqual([false, false]);
  });
});

describe('deletion', () => {
  const path = ({ router }: Shown) => router.state.location.pathname;

  test('asks for confirmation, and can be cancelled', async () => {
    const shown = await openDetails(stage, { body: whole });
    await click(stage, shown, 'Löschen');
    await shown.screen.findByText(/kann nicht rückgängig gemacht werden.*dauerhaft gelöscht/);
    await click(stage, shown, 'Abbrechen');
    expect(shown.screen.queryByText('Ja, löschen')).toBeNull();
    expect(shown.calls).toEqual([detailsCall(id)]);
  });

  test('returns to the list, reloads its data and discards the cached details', async () => {
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
    expect(shownToast()).toMatchObject({
      title: 'Antrag gelöscht',
      description: 'Der Antrag wurde erfolgreich gelöscht.',
    });
    const stale = [[api.staffApplications], [api.dashboard], [api.emailLogs, { page: 1 }]];
    expect(stale.map((key) => shown.client.getQueryState(key)?.isInvalidated)).toEqual([true, true, true]);
    expect(shown.client.getQueryState([href(api.details, { id })])).toBeUndefined();
  });

  test('of an application that somebody else deleted reports that and returns to the list', async () => {
    const shown = await openDetails(stage, { body: whole });
    await click(stage, shown, 'Löschen');
    await click(stage, shown, 'Ja, löschen');
    await shown.screen.findByText('Die Liste');
    expect(shownToast()).toMatchObject({ title: 'Fehler beim Löschen', tone: 'destructive' });
  });

  test('that fails stays on the details', async () => {
    const shown = await openDetails(stage, { body: whole }, { more: { [remove]: 'gone' } });
    await click(stage, shown, 'Löschen');
    await click(stage, shown, 'Ja, löschen');
    expect(shownToast()).toMatchObject({
      title: 'Fehler beim Löschen',
      description: 'Der Antrag konnte nicht gelöscht werden.',
      tone: 'destructive',
    });
    expect(path(shown)).toBe(address);
    expect(shown.screen.queryByText('Ja, löschen')).toBeNull();
    expect(shown.screen.getByText(id)).toBeTruthy();
  });
});

describe('details of an application', () => {
  const words = 'Error loading application details';

  test('show a spinner while they load', async () => {
    const { screen } = await openDetails(stage, 'never');
    expect((await screen.findByRole('status')).textContent).toBe('Antrag wird geladen...');
  });

  test.each([404, 422])('that do not exist (%d) say so and link to the list', async (status) => {
    const { screen } = await openDetails(stage, { status, body: { message: 'Nein.' } });
    await screen.findByText(words);
    expect(screen.getByText('Diesen Antrag gibt es nicht oder nicht mehr.')).toBeTruthy();
    expect(screen.queryByRole('button')).toBeNull();
    const back = screen.getByRole('link', { name: 'Zurück zur Liste' });
    expect(back.getAttribute('href')).toBe('/backoffice/applications');
  });

  test('can be loaded again after the server was unreachable', async () => {
    const shown = await openDetails(stage, 'gone');
    await shown.screen.findByText(words);
    shown.replies[detailsCall(id)] = { body: whole };
    await click(stage, shown, 'Erneut versuchen');
    await shown.screen.findByText(id);
    expect(shown.screen.queryByText(words)).toBeNull();
  });

  test('say so when somebody deleted the application while it was open', async () => {
    const shown = await openDetails(stage, { body: whole }, { tab: 'emails' });
    await shown.screen.findByText(id);
    shown.replies[detailsCall(id)] = { status: 404, body: {} };
    await click(stage, shown, 'Erste Erinnerung senden');
    await shown.screen.findByText(words);
    expect(shown.screen.queryByText(id)).toBeNull();
  });
});

describe('"Link ungültig machen"', () => {
  const end = `POST ${href(api.endLinks, { id })}`;

  test('asks before it ends the links', async () => {
    const message = 'Die Links zu diesem Antrag sind ungültig.';
    const shown = await openDetails(stage, { body: whole }, { more: { [end]: { body: { message } } } });
    await click(stage, shown, 'Link ungültig machen');
    expect(shown.calls).toEqual([detailsCall(id)]);
    await click(stage, shown, 'Ja, ungültig machen');
    expect(shownToast()).toMatchObject({ title: 'Erfolgreich', description: message });
    expect(shown.calls).toEqual([detailsCall(id), `${end} {}`, detailsCall(id)]);
  });

  test('says that it failed', async () => {
    const shown = await openDetails(stage, { body: whole }, { more: { [end]: 'gone' } });
    await click(stage, shown, 'Link ungültig machen');
    await click(stage, shown, 'Ja, ungültig machen');
    expect(shownToast()).toMatchObject({
      title: 'Fehler',
      description: 'Die Links konnten nicht ungültig gemacht werden.',
      tone: 'destructive',
    });
  });
});
