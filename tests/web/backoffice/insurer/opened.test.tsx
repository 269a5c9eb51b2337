/** An opened file of the insurer: its columns, what they would change, and what was changed. */
import { describe, expect, test } from 'bun:test';
import { href, pages } from '#domain/urls';
import { expectFocus, setDocument } from '#tests/support/dom';
import { hands, linesIn, type Replies, sentTo } from '../scripted-screen';
import { entryOf } from '../staff-screen';
import {
  applyCall,
  fileId,
  gerdas,
  matchCall,
  matched,
  openCall,
  opened,
  openReturns,
  otherId,
} from './returned-file';

const stage = setDocument();
const { click, enter, fill, press, settled, toastIs, usable, hrefOf } = hands(stage);

async function open(replies: Replies = {}) {
  const shown = await openReturns(stage, replies, `?file=${fileId}`);
  const { screen } = shown;
  const button = (name: string | RegExp) => screen.getByRole('button', { name });
  return { ...shown, button };
}

const tick = async (name: string | RegExp) => click(usable().getByRole('checkbox', { name }));

async function openLines(replies: Replies = {}) {
  const shown = await open(replies);
  await press('Weiter zur Prüfung');
  await shown.screen.findByRole('heading', { name: 'Was sich ändern würde' });
  return shown;
}

const mapping = { reference: 'Ihre Referenz', policyNumber: 'VSNR', status: 'Stand', reason: 'Bemerkung' };

describe('the columns', () => {
  const labels = ['Mandatsreferenz oder Antrag-ID', 'Versicherungsscheinnummer', 'Stand', 'Grund', 'Datum'];
  const shownIn = ({ screen }: Awaited<ReturnType<typeof open>>) =>
    labels.map((label) => entryOf(screen.getByLabelText(label)));

  test('are guessed by their names, and the file is shown', async () => {
    const shown = await open();
    await shown.screen.findByRole('heading', { name: 'Antwort November.csv' });
    shown.screen.getByText('27.11.2026, 09:30 · antje · 3 Zeilen · Inhalt bis 27.12.2026');
    expect(shownIn(shown)).toEqual(['Ihre Referenz', 'VSNR', 'Stand', 'Bemerkung', '']);
    const preview = shown.screen.getByRole('region', { name: 'So beginnt die Datei' });
    expect(preview.querySelector('tr')?.textContent).toBe(
      'Mandatsreferenz oder Antrag-IDIhre ReferenzVersicherungsscheinnummerVSNRStandStandGrundBemerkungSparte',
    );
    await click(shown.button('Weiter zur Prüfung'));
    await shown.screen.findByRole('heading', { name: 'Was sich ändern würde' });
    expect(sentTo(shown, matchCall)).toEqual([{ mapping }]);
  });

  test('are as they were remembered', async () => {
    const remembered = { reference: 'Sparte', date: 'Bemerkung' };
    const shown = await open({ [openCall]: { body: { ...opened, mapping: remembered } } });
    await shown.screen.findByRole('heading', { name: 'Spalten zuordnen' });
    expect(shownIn(shown)).toEqual(['Sparte', '', '', '', 'Bemerkung']);
  });

  test('must say who is meant, and something about it', async () => {
    const columns = ['A', 'B'];
    const shown = await open({ [openCall]: { body: { ...opened, columns, rows: [] } } });
    await press('Weiter zur Prüfung');
    await shown.screen.findByText('Bitte wählen Sie eine Spalte');
    expectFocus(shown.screen.getByLabelText(labels[0] ?? ''));
    await fill(shown.screen.getByLabelText(labels[0] ?? ''), 'A');
    await click(shown.button('Weiter zur Prüfung'));
    await shown.screen.findByText('Bitte wählen Sie den Stand oder die Versicherungsscheinnummer.');
    expectFocus(shown.screen.getByLabelText('Stand'));
    expect(sentTo(shown, matchCall)).toEqual([]);
  });

  test('stay chosen when the server cannot match them, or refuses one', async () => {
    const shown = await open({ [matchCall]: 'gone' });
    await enter({ Datum: 'Sparte' });
    await click(shown.button('Weiter zur Prüfung'));
    await toastIs({ title: 'Fehler' });
    const errors = [{ path: 'mapping.date', message: 'Diese Spalte gibt es nicht.' }];
    shown.replies[matchCall] = { status: 422, body: { message: 'Ungültig', errors } };
    await click(shown.button('Weiter zur Prüfung'));
    await shown.screen.findByText('Diese Spalte gibt es nicht.');
    expect(shownIn(shown)).toEqual(['Ihre Referenz', 'VSNR', 'Stand', 'Bemerkung', 'Sparte']);
    expectFocus(shown.screen.getByLabelText('Datum'));
  });

  test('come with what happened to the same file before', async () => {
    const shown = await open({
      [openCall]: {
        body: { ...opened, sameAs: otherId, appliedAt: '2026-11-27T09:00:00Z', changed: 2 },
      },
    });
    expect(await hrefOf('Zur früheren Datei')).toBe(`/backoffice/returns?file=${otherId}`);
    shown.screen.getByText('Am 27.11.2026, 10:00 übernommen');
    shown.screen.getByText(/^2 Vorgänge wurden bisher durch diese Datei geändert/);
  });

  test('of a file whose content is deleted are not there any more', async () => {
    const message = 'Der Inhalt dieser Rückmeldung ist gelöscht.';
    const { screen } = await open({ [openCall]: { status: 409, body: { message } } });
    await screen.findByText(`Fehler beim Laden der Rückmeldung: 409: ${message}`);
    screen.getByRole('link', { name: 'Zurück zu den Rückmeldungen' });
  });
});

describe('the lines', () => {
  test('say what would change, and why something does not', async () => {
    const { screen } = await openLines();
    expectFocus(screen.getByRole('heading', { name: 'Was sich ändern würde' }));
    const badDate = 'Das Datum „26. Nov.“ kann nicht stimmen.';
    expect(linesIn(screen.getByRole('table'), 1)).toEqual([
      '2 | Gerda Muster · NeroSF-1 | An Versicherer übermitteltwirdPoliciert | 00123 |  | ',
      '3 | Karl Kunde · FjölnirSF-2 | An Versicherer übermitteltwirdAbgelehnt |  | Vorerkrankung26.11.2026 | ',
      `5 | Kein Antrag gefundenSF-3 |  |  | 26. Nov.${badDate} | Kein Antrag hat diese Referenz.`,
    ]);
    expect(screen.getByRole('link', { name: 'Gerda Muster · Nero' }).getAttribute('href')).toBe(
      href(pages.backofficeApplication, { id: gerdas }),
    );
  });

  test('without a problem are ticked, the others cannot be', async () => {
    const { screen, button } = await openLines();
    const boxes = screen.getAllByRole('checkbox', { name: /auswählen/ });
    const stateOf = (box: HTMLElement) => ['checked', 'disabled'].map((name) => Reflect.get(box, name));
    expect(boxes.map((box) => [box.getAttribute('aria-label'), ...stateOf(box)])).toEqual([
      ['Alle auswählen', true, false],
      ['Zeile 2, Gerda Muster mit Nero auswählen', true, false],
      ['Zeile 3, Karl Kunde mit Fjölnir auswählen', true, false],
      ['Zeile 5 auswählen', false, true],
    ]);
    screen.getByText('2 Zeilen ausgewählt');
    await tick('Alle auswählen');
    expect(screen.queryByRole('button', { name: /übernehmen/ })).toBeNull();
    await tick(/Zeile 3/);
    button('1 Änderung übernehmen');
  });

  test('are filtered, and what is hidden stays ticked', async () => {
    const { screen } = await openLines();
    const filter = screen.getByRole('combobox', { name: 'Zeilen filtern' });
    expect(filter.textContent).toBe('Alle (3)Änderungen (2)Probleme (1)');
    await fill(filter, 'problems');
    expect(screen.getAllByRole('row')).toHaveLength(2);
    for (const box of screen.getAllByRole('checkbox', { name: /auswählen/ })) {
      expect(Reflect.get(box, 'disabled')).toBe(true);
    }
    screen.getByText('2 Zeilen ausgewählt');
    await fill(filter, 'changes');
    expect(screen.getAllByRole('row')).toHaveLength(3);
    await tick('Alle auswählen');
    expect(screen.queryByText(/ausgewählt$/)).toBeNull();
  });

  test('are still there after a look at an application, as they were ticked', async () => {
    const { screen, router } = await openLines();
    await tick(/Zeile 2/);
    await stage.library.act(async () => router.navigate({ to: pages.backofficeApplications }));
    await screen.findByText('Die Liste');
    await stage.library.act(async () => router.history.back());
    await screen.findByText('1 Zeile ausgewählt');
    expect(Reflect.get(screen.getByRole('checkbox', { name: /Zeile 2/ }), 'checked')).toBe(false);
  });

  test('can be matched by other columns', async () => {
    const { screen } = await openLines();
    await press('Zuordnung ändern');
    expectFocus(await screen.findByRole('heading', { name: 'Spalten zuordnen' }));
    expect(entryOf(screen.getByLabelText('Grund'))).toBe('Bemerkung');
  });
});

describe('applying', () => {
  const result = { changed: 1, skipped: [{ line: 3, reason: 'Dieser Vorgang wurde inzwischen geändert.' }] };

  test('asks with what happens, and says what was changed and what not', async () => {
    const { screen, calls } = await openLines({ [applyCall]: { body: result } });
    await tick('E-Mail an die Antragsteller senden (2 E-Mails)');
    await press('2 Änderungen übernehmen');
    const dialog = screen.getByRole('dialog', { name: 'Änderungen übernehmen?' });
    expect(dialog.textContent).toContain(
      '1 Vorgang wird auf „Policiert“ gesetzt. 1 Vorgang wird auf „Abgelehnt“ gesetzt. 2 E-Mails gehen an die Antragsteller.',
    );
    const before = calls.length;
    await press('Jetzt übernehmen');
    expectFocus(await screen.findByRole('heading', { name: '1 Vorgang ist geändert' }));
    screen.getByText('1 Zeile der Datei ist nicht übernommen.');
    expect(sentTo({ calls }, applyCall)).toEqual([{ id: expect.any(String), lines: [2, 3], notify: true }]);
    expect(screen.getByRole('note').textContent).toBe(
      '1 Zeile wurde ausgelassenZeile 3, Karl Kunde mit Fjölnir: Dieser Vorgang wurde inzwischen geändert.',
    );
    expect(screen.getByRole('link', { name: 'Zu den Vorgängen' }).getAttribute('href')).toBe(
      `${pages.backofficeCases}?view=done`,
    );
    // what is on the screen is loaded again, as after each change by staff
    await settled(() => expect(calls.slice(before)).toContain(openCall));
    await press('Datei noch einmal prüfen');
    await screen.findByRole('heading', { name: 'Spalten zuordnen' });
  });

  test('without mails says so, and a click more does nothing more', async () => {
    const { screen, calls } = await openLines({ [applyCall]: 'never' });
    await tick(/Zeile 3/);
    await press('1 Änderung übernehmen');
    expect(screen.getByRole('dialog').textContent).toContain('Es werden keine E-Mails gesendet.');
    await press('Jetzt übernehmen');
    await press('Wird übernommen...');
    expect(sentTo({ calls }, applyCall)).toEqual([{ id: expect.any(String), lines: [2], notify: false }]);
  });

  test('that fails keeps the selection, and the same again is sent', async () => {
    const { screen, calls, replies } = await openLines({ [applyCall]: 'gone' });
    await press('2 Änderungen übernehmen');
    await press('Jetzt übernehmen');
    await toastIs({
      description: 'Die Änderungen konnten nicht übernommen werden. Ihre Auswahl ist noch da.',
    });
    screen.getByText('2 Zeilen ausgewählt');
    replies[applyCall] = { body: { changed: 0, skipped: [] } };
    await press('Jetzt übernehmen');
    await screen.findByRole('heading', { name: 'Kein Vorgang wurde geändert' });
    const [first, second] = sentTo({ calls }, applyCall);
    expect(second).toEqual(first);
  });

  test('of a number alone sets no status and sends nothing', async () => {
    const rows = matched.rows.slice(0, 1).map((line) => ({ ...line, from: 'issued' as const }));
    const { screen } = await openLines({ [matchCall]: { body: { ...matched, rows } } });
    screen.getByText('(0 E-Mails)');
    await press('1 Änderung übernehmen');
    expect(screen.getByRole('dialog').textContent).toContain(
      '1 Vorgang bekommt eine Versicherungsscheinnummer.',
    );
  });
});
