/** The list of the insurer's files, and how one gets into it. */
import { describe, expect, test } from 'bun:test';
import { idTaken } from '#domain/fields';
import { largestReturn, returnTypes } from '#domain/insurer/answers';
import { setDocument } from '#tests/support/dom';
import { hands, type Replies } from '../scripted-screen';
import { fileId, listCall, openReturns, otherId, pageOf, row } from './returned-file';

const stage = setDocument();
const { click } = hands(stage);

const open = (replies?: Replies, search?: string) => openReturns(stage, replies, search);

describe('the list', () => {
  test('shows each file, who brought it, and what became of it', async () => {
    const dropped = {
      ...row,
      id: otherId,
      name: 'ablage.xlsx',
      username: null,
      rowCount: 2_000,
      changed: 1_234,
      appliedAt: '2026-11-27T09:00:00Z',
      contentUntil: null,
    };
    const { screen } = await open({ [listCall()]: pageOf([row, dropped]) });
    const [first, second] = (await screen.findAllByRole('row')).slice(1).map((one) => one.textContent);
    expect(first).toContain('Antwort November.csv27.11.2026, 09:30antje30Noch nicht27.12.2026');
    expect(second).toContain(
      'ablage.xlsx27.11.2026, 09:30Austauschordner2.0001.23427.11.2026, 10:00Inhalt gelöscht',
    );
    expect(screen.getByRole('link', { name: row.name }).getAttribute('href')).toBe(
      `/backoffice/returns?file=${fileId}`,
    );
    // there is nothing to open any more
    expect(screen.queryByRole('link', { name: 'ablage.xlsx' })).toBeNull();
  });

  test('that cannot be loaded keeps no file from being brought', async () => {
    const { screen } = await open({ [listCall()]: 'gone' });
    await screen.findByText('Fehler beim Laden der Rückmeldungen: ', { exact: false });
    screen.getByLabelText('Datei auswählen');
  });

  test('is shown at an address that names no file', async () => {
    const { screen } = await open({}, '?file=alles');
    await screen.findByRole('link', { name: row.name });
  });
});

const csv = (name = 'Antwort Nov.csv', content: BlobPart = 'Referenz;Stand') => new File([content], name);

async function choose(shown: Awaited<ReturnType<typeof open>>, ...files: File[]) {
  const { act, fireEvent } = stage.library;
  const input = await shown.screen.findByLabelText('Datei auswählen');
  await act(async () => fireEvent.change(input, { target: { files } }));
}

async function drop(shown: Awaited<ReturnType<typeof open>>, ...files: File[]) {
  const { act, fireEvent } = stage.library;
  const area = await shown.screen.findByRole('region', { name: 'Datei hochladen' });
  await act(async () => void fireEvent.dragEnter(area));
  await act(async () => fireEvent.drop(area, { dataTransfer: { files } }));
}

describe('a file', () => {
  test('that is chosen is sent as it is, and opened', async () => {
    const shown = await open();
    await choose(shown, csv());
    await shown.screen.findByRole('heading', { name: 'Spalten zuordnen' });
    const [sent] = shown.uploads;
    expect(sent?.query.get('name')).toBe('Antwort Nov.csv');
    expect(sent?.query.get('id')).toMatch(/^[0-9a-f-]{36}$/);
    expect(sent?.type).toBe(returnTypes.csv);
    expect(new TextDecoder().decode(sent?.bytes)).toBe('Referenz;Stand');
    expect(shown.router.state.location.search).toEqual({ file: fileId });
  });

  test('can be dropped, and is known by its beginning', async () => {
    const shown = await open();
    await drop(shown, csv('antwort.xlsx', Uint8Array.of(0x50, 0x4b, 3, 4, 9)));
    await shown.screen.findByRole('heading', { name: 'Spalten zuordnen' });
    expect(shown.uploads.map(({ type }) => type)).toEqual([returnTypes.xlsx]);
  });

  test.each([
    ['too large', [csv('a.csv', new Uint8Array(largestReturn + 1))], 'Möglich sind 2,0 MB.'],
    ['of another kind', [csv('a.pdf')], 'Diese Art von Datei wird nicht gelesen.'],
    ['one of several', [csv(), csv('b.csv')], 'Bitte wählen Sie eine einzelne Datei.'],
  ])('that is %s is not sent', async (_, files, sentence) => {
    const shown = await open();
    await drop(shown, ...files);
    const alert = await shown.screen.findByRole('alert');
    expect(alert.textContent).toContain(sentence);
    expect(stage.library.within(alert).queryByRole('button')).toBeNull();
    expect(shown.uploads).toEqual([]);
    shown.screen.getByText('oder hierher ziehen');
  });

  test('is awaited over all parts of the area, and one that is dropped beside it does not open', async () => {
    const { screen } = await open();
    const area = await screen.findByRole('region', { name: 'Datei hochladen' });
    const drag = async (name: string, to?: Element) => {
      const event = new Event(name, { bubbles: true, cancelable: true });
      await stage.library.act(
        async () => void area.dispatchEvent(Object.assign(event, { relatedTarget: to })),
      );
    };
    await drag('dragenter');
    screen.getByText('Jetzt loslassen');
    await drag('dragleave', screen.getByLabelText('Datei auswählen'));
    screen.getByText('Jetzt loslassen');
    await drag('dragleave', document.body);
    screen.getByText('oder hierher ziehen');
    for (const name of ['dragover', 'drop'])
      expect(document.body.dispatchEvent(new Event(name, { bubbles: true, cancelable: true }))).toBe(false);
  });

  test('that cannot be read says so', async () => {
    const shown = await open();
    const folder = csv();
    folder.arrayBuffer = () => Promise.reject(new Error('NotReadableError'));
    await choose(shown, folder);
    await shown.screen.findByText(/Die Datei ließ sich nicht lesen/);
  });

  test('that the server refuses is refused with its sentence', async () => {
    const shown = await open();
    const message = 'Die Datei enthält Makros.';
    shown.answers.push({ status: 422, body: { message: 'Invalid', errors: [{ path: 'body', message }] } });
    await choose(shown, csv());
    await shown.screen.findByText(message);
    shown.answers.push({ status: 409, body: { message: idTaken } });
    await choose(shown, csv());
    await shown.screen.findByText(idTaken);
    expect(new Set(shown.uploads.map(({ query }) => query.get('id'))).size).toBe(2);
  });

  test('is sent again under the same id after a lost answer, without being read again', async () => {
    const shown = await open();
    shown.answers.push('gone');
    const file = csv();
    await choose(shown, file);
    const again = await shown.screen.findByRole('button', { name: 'Antwort Nov.csv erneut senden' });
    file.arrayBuffer = () => Promise.reject(new Error('NotReadableError'));
    await click(again);
    await shown.screen.findByRole('heading', { name: 'Spalten zuordnen' });
    const [first, second] = shown.uploads;
    expect(second).toEqual(first as NonNullable<typeof first>);
  });
});
