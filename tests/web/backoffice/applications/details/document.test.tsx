/** The buttons that save and open an application's PDF. */
import { describe, expect, mock, spyOn, test } from 'bun:test';
import { api, documentName, href } from '#domain/urls';
import { setDocument } from '#tests/support/dom';
import { type Shown, shownToast } from '../../scripted-screen';
import { bare, click, id, openDetails, whole } from './details-case';

const stage = setDocument();

const download = `GET ${href(api.document, { id })}`;
const name = 'PDF herunterladen';

describe('the PDF of an application', () => {
  test('is saved under its file name', async () => {
    const shown = await openDetails(stage, { body: whole }, { more: { [download]: { body: 'the file' } } });
    const saved: string[] = [];
    const clicked = spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
      this: HTMLAnchorElement,
    ) {
      saved.push(this.download, this.href.split(':', 1).join());
    });
    await click(stage, shown, name);
    clicked.mockRestore();
    expect(shown.calls).toContain(download);
    expect(saved).toEqual([documentName(id), 'blob']);
    expect(shownToast()).toBeUndefined();
  });

  test('is not offered before the application is completed', async () => {
    const shown = await openDetails(stage, { body: bare });
    await shown.screen.findByRole('button', { name: 'Löschen' });
    expect(shown.screen.queryByRole('button', { name })).toBeNull();
  });

  test.each([
    ['Der Antrag ist noch offen.', { status: 409, body: { message: 'Der Antrag ist noch offen.' } }],
    ['Das PDF konnte nicht heruntergeladen werden', 'gone' as const],
  ])('that cannot be loaded shows the reason: %s', async (description, reply) => {
    const shown = await openDetails(stage, { body: whole }, { more: { [download]: reply } });
    await click(stage, shown, name);
    expect(shownToast()).toMatchObject({ title: 'Fehler', description, tone: 'destructive' });
  });
});

describe('the print view', () => {
  const printed = `GET ${href(api.document, { id })}?copy=staff`;
  const tab = () => ({ location: { href: 'about:blank' }, close: mock() });
  const withTab = async (opened: ReturnType<typeof tab> | null, shown: Shown) => {
    const open = spyOn(window, 'open').mockReturnValue(opened as never);
    await click(stage, shown, 'Druckansicht');
    expect(open).toHaveBeenCalledTimes(1);
    open.mockRestore();
  };

  test.each([
    ['sent', whole],
    ['open', bare],
  ])('of an application that is %s opens the PDF for staff in a new tab', async (_, body) => {
    const shown = await openDetails(stage, { body }, { more: { [printed]: { body: 'the file' } } });
    const opened = tab();
    await withTab(opened, shown);
    expect(shown.calls).toContain(printed);
    expect(opened.location.href).toStartWith('blob:');
    expect(opened.close).not.toHaveBeenCalled();
  });

  test('that cannot be loaded closes the tab and shows the reason', async () => {
    const shown = await openDetails(stage, { body: whole }, { more: { [printed]: 'gone' } });
    const opened = tab();
    await withTab(opened, shown);
    expect(opened.close).toHaveBeenCalledTimes(1);
    const description = 'Das PDF konnte nicht heruntergeladen werden';
    expect(shownToast()).toMatchObject({ title: 'Fehler', description, tone: 'destructive' });
  });

  test('is saved as a file when the browser opens no tab', async () => {
    const shown = await openDetails(stage, { body: whole }, { more: { [printed]: { body: 'the file' } } });
    const clicked = spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue();
    await withTab(null, shown);
    expect(clicked).toHaveBeenCalledTimes(1);
    clicked.mockRestore();
  });
});

describe('what is stored about the applicant', () => {
  const disclosure = `GET ${href(api.disclosure, { id })}`;

  test('is saved as a file', async () => {
    const shown = await openDetails(stage, { body: bare }, { more: { [disclosure]: { body: {} } } });
    const saved: string[] = [];
    const clicked = spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
      this: HTMLAnchorElement,
    ) {
      saved.push(this.download);
    });
    await click(stage, shown, 'Auskunft');
    clicked.mockRestore();
    expect(saved).toEqual([`Auskunft-${id.slice(0, 8)}.json`]);
    expect(shownToast()).toBeUndefined();
  });

  test('that cannot be loaded shows the reason', async () => {
    const message = 'Zu diesem Antrag gibt es noch keine E-Mail-Adresse.';
    const reply = { status: 409, body: { message } };
    const shown = await openDetails(stage, { body: bare }, { more: { [disclosure]: reply } });
    await click(stage, shown, 'Auskunft');
    expect(shownToast()).toMatchObject({ title: 'Fehler', description: message, tone: 'destructive' });
  });
});
