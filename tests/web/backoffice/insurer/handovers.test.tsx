/** Hand-overs to the insurer: from the selected cases, and the earlier ones below the list. */
import { describe, expect, test } from 'bun:test';
import { formatDay } from '#domain/dates';
import { idTaken } from '#domain/fields';
import { api, href } from '#domain/urls';
import { expectFocus, setDocument, today } from '#tests/support/dom';
import { first, openList, rows, second } from '../cases/list/open-list';
import { hands, type Reply, type Shown, sentTo } from '../scripted-screen';

const stage = setDocument();
const { click, fill, press, settled, toastIs } = hands(stage);
const open = (replies?: Record<string, Reply>) => openList(stage, replies);
const select = async ({ screen }: Shown, name: RegExp) =>
  click(await screen.findByRole('checkbox', { name }));

describe('the hand-over', () => {
  const create = `POST ${api.handovers}`;

  test('repeats a lost call under its id, shows what was left out, and is confirmed', async () => {
    const shown = await open({ [create]: 'gone' });
    const { screen, replies } = shown;
    await select(shown, /Alle auswählen/);
    const button = screen.getByRole('button', { name: 'Übergabedatei erstellen' });
    await click(button);
    await toastIs({ title: 'Fehler' });
    const [{ id }] = sentTo(shown, create);
    replies[create] = {
      status: 201,
      body: { id, count: 1, sha256: 'aa', skipped: [{ id: first, reason: 'Beratung offen' }] },
    };
    replies[`GET ${href(api.handoverFile, { id })}`] = { body: {} };
    await press('Übergabedatei erstellen');
    const confirm = await screen.findByRole('button', { name: 'Als übermittelt bestätigen' });
    expect(sentTo(shown, create)).toEqual(
      Array(2).fill({ id, applicationIds: [first, second], format: 'csv' }),
    );
    screen.getByText(': Beratung offen', { exact: false, selector: 'li > span' });
    expect(shown.calls).toContain(`GET ${href(api.handoverFile, { id })}`);
    const post = `POST ${href(api.confirmHandover, { id })}`;
    replies[post] = { body: { transmitted: 1, skipped: [] } };
    await fill(screen.getByLabelText('Übermittelt am'), '2126-01-01');
    await click(confirm);
    await screen.findByText('Der Tag der Übermittlung darf nicht in der Zukunft liegen');
    await fill(screen.getByLabelText('Übermittelt am'), today);
    confirm.focus();
    await click(confirm);
    const outcome = await screen.findByText(
      `1 Vorgang ist als am ${formatDay(today)} übermittelt eingetragen.`,
    );
    // the form that had the focus is gone
    expectFocus(outcome.closest('[role=status]'));
    expect(sentTo(shown, post)).toEqual([{ transmittedOn: today }]);
  });

  test('of another selection than that of a lost call is one of its own after "Stand laden"', async () => {
    const shown = await open({ [create]: 'gone' });
    await select(shown, /Alle auswählen/);
    await press('Übergabedatei erstellen');
    await toastIs({ title: 'Fehler' });
    await select(shown, /Johanna Sommer/);
    shown.replies[create] = { status: 409, body: { message: idTaken } };
    await press('Übergabedatei erstellen');
    await shown.screen.findByText(idTaken);
    await press('Stand laden');
    await press('Übergabedatei erstellen');
    const [lost, again, other] = sentTo(shown, create);
    expect(again).toEqual({ ...lost, applicationIds: [second] });
    expect(other).toEqual({ ...again, id: expect.not.stringMatching(lost.id) });
  });

  test('is created in the chosen format', async () => {
    const shown = await open({
      [create]: { status: 201, body: { id: second, count: 0, sha256: 'aa', skipped: [] } },
    });
    await select(shown, /Alle auswählen/);
    await fill(shown.screen.getByLabelText('Format der Datei'), 'xlsx');
    await press('Übergabedatei erstellen');
    await shown.screen.findByText(/Deshalb gibt es keine Datei/);
    expect(sentTo(shown, create)).toMatchObject([{ format: 'xlsx' }]);
  });

  test('that contains nothing has no file and nothing to confirm', async () => {
    const skipped = rows.map(({ applicationId: id }) => ({ id, reason: 'Beratung offen' }));
    const shown = await open({
      [create]: { status: 201, body: { id: second, count: 0, sha256: 'aa', skipped } },
    });
    await select(shown, /Alle auswählen/);
    await press('Übergabedatei erstellen');
    await shown.screen.findByText(/Deshalb gibt es keine Datei/);
    expect(shown.screen.queryByRole('button', { name: 'Als übermittelt bestätigen' })).toBeNull();
    expect(shown.calls.some((call) => call.includes('/file'))).toBe(false);
  });

  test('of earlier days are listed when they are opened', async () => {
    const earlier = {
      id: second,
      at: '2026-11-20T09:00:00Z',
      username: 'lukas',
      format: 'json',
      sha256: 'aa',
      skipped: [],
    };
    const list = `GET ${api.handovers}?page=1&pageSize=10`;
    const shown = await open({
      [`POST ${href(api.confirmHandover, { id: second })}`]: { body: { transmitted: 2, skipped: [] } },
      [list]: {
        body: {
          handovers: [
            { ...earlier, count: 2, confirmedOn: null },
            { ...earlier, id: first, count: 1, confirmedOn: '2026-11-21' },
          ],
          total: 2,
          totalPages: 1,
        },
      },
    });
    const { screen } = shown;
    const box = (await screen.findByText('Frühere Übergaben')).closest('details');
    if (!box) throw new Error('no section');
    expect(shown.calls.some((call) => call.includes(api.handovers))).toBe(false);
    await stage.library.act(async () => {
      box.open = true;
      stage.library.fireEvent(box, new Event('toggle'));
    });
    await screen.findByText('2 Anträge · JSON · lukas');
    screen.getByText('Übermittelt am 21.11.2026');
    expect(screen.getAllByRole('button', { name: 'Datei herunterladen' })).toHaveLength(2);
    const opener = screen.getByRole('button', { name: 'Als übermittelt bestätigen' });
    opener.focus();
    await click(opener);
    const confirm = screen.getAllByRole('button', { name: 'Als übermittelt bestätigen' }).at(-1);
    if (!confirm) throw new Error('no button');
    const confirmed = { ...earlier, count: 2, confirmedOn: today };
    shown.replies[list] = { body: { handovers: [confirmed], total: 1, totalPages: 1 } };
    await click(confirm);
    await screen.findByText(/eingetragen\.$/);
    await settled(() => expect(opener.isConnected).toBe(false));
    await press('Schließen');
    expectFocus(screen.getByText('2 Anträge · JSON · lukas').closest('p'));
  });
});
