/** The button that saves an application's PDF. */
import { afterEach, describe, expect, spyOn, test } from 'bun:test';
import { api, documentName, href } from '#domain/urls';
import { setDocument } from '#tests/support/dom';
import { bare, click, id, openDetails, whole } from './details-case';

const stage = setDocument();
const realFetch = globalThis.fetch;
afterEach(() => {
  globalThis.fetch = realFetch;
});

const question = `GET ${href(api.document, { id })}`;
const name = 'PDF herunterladen';

describe('the PDF of an application', () => {
  test('is saved under its name', async () => {
    const shown = await openDetails(stage, { body: whole }, { more: { [question]: { body: 'the file' } } });
    const saved: string[] = [];
    const clicked = spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
      this: HTMLAnchorElement,
    ) {
      saved.push(this.download, this.href.split(':', 1).join());
    });
    await click(stage, shown, name);
    clicked.mockRestore();
    expect(shown.asked).toContain(question);
    expect(saved).toEqual([documentName(id), 'blob']);
    expect(shown.toast()).toBeUndefined();
  });

  test('is not offered while the application is open', async () => {
    const shown = await openDetails(stage, { body: bare });
    await shown.screen.findByRole('button', { name: 'Löschen' });
    expect(shown.screen.queryByRole('button', { name })).toBeNull();
  });

  test.each([
    ['Der Antrag ist noch offen.', { status: 409, body: { message: 'Der Antrag ist noch offen.' } }],
    ['Das PDF konnte nicht heruntergeladen werden', 'gone' as const],
  ])('that cannot be had says why: %s', async (description, reply) => {
    const shown = await openDetails(stage, { body: whole }, { more: { [question]: reply } });
    await click(stage, shown, name);
    expect(shown.toast()).toMatchObject({ title: 'Fehler', description, tone: 'destructive' });
  });
});
