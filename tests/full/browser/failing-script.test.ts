/** Failing scripts and lost answers of pages besides the wizard, and pages without their data. */
import { expect, setDefaultTimeout, test } from 'bun:test';
import { api, href, pages } from '#domain/urls';
import { failureShown, missingPartSaid, reload, unanswered } from '#tests/browser/failing-pages';
import { callbackFormHydrated, desktop } from '#tests/support/browser';
import { control, openAt, toast } from '#tests/support/journey';
import { enter } from '#tests/support/staff';
import { onPage, setSharedStage } from '#tests/support/stage';

setDefaultTimeout(60_000);
const stage = setSharedStage();
const at = (path: string) => stage.server.url + path;

test('an error while a screen of the backoffice renders shows the same page', async () => {
  await onPage(stage, { width: 320, height: 640 }, async ({ page }) => {
    await enter(page, stage.server.url);
    await page.route(at(api.users), (route) => route.fulfill({ json: [null] }));
    await page.goto(at(pages.backofficeUsers));
    await failureShown(page);
    await page.unroute(at(api.users));
    await reload(page);
    await page.getByRole('heading', { level: 2, name: 'Alle Benutzer (1)' }).waitFor();
  });
});

test.each([pages.wizard, pages.login])('%s without its data shows the same page', async (path) => {
  await onPage(stage, desktop, async ({ page }) => {
    await page.route(at(path), async (route) => {
      const response = await route.fetch();
      const html = await response.text();
      await route.fulfill({ response, body: html.replace(/<script(?![^>]* src=)[^>]*>.*?<\/script>/gs, '') });
    });
    await page.goto(at(path));
    await failureShown(page);
  });
});

test.each([pages.login, pages.backoffice])(
  '%s says after ten seconds that a part of it is missing',
  async (path) => {
    await missingPartSaid(stage, path);
  },
);

test('a callback request without an answer ends, and its entries stay', async () => {
  await onPage(stage, desktop, async ({ page }) => {
    await page.goto(at(pages.callback));
    await page.getByRole('button', { name: 'Alle ablehnen' }).click();
    await callbackFormHydrated(page);
    for (const [label, text] of [
      ['Name', 'Jürgen Nowak'],
      ['Telefon', '030 23125 107'],
      ['E-Mail', 'nowak@post.example'],
    ] as const)
      await page.getByLabel(label, { exact: true }).fill(text);
    await page.locator('#callback').getByRole('checkbox').check();
    const send = page.getByRole('button', { name: 'Rückruf anfordern' });
    const pass = await unanswered(page, `**${api.callbackRequests}`, () => send.click());
    await page.getByRole('button', { name: 'Wird gesendet...' }).waitFor();
    await pass();
    await toast(page, 'Fehler');
    expect(await control(page, 'Name').inputValue()).toBe('Jürgen Nowak');
    await send.click();
    await page.getByRole('button', { name: 'Neue Anfrage' }).waitFor();
  });
});

test('a note of staff without an answer ends, stays in its dialog, and asks to look whether it has arrived', async () => {
  await onPage(stage, desktop, async ({ page }) => {
    const id = await openAt(page, stage.server.url, 6, { sets: 5 });
    await page.request.put(at(href(api.complete, { id })), { data: {} });
    await enter(page, stage.server.url);
    await page.goto(at(href(pages.backofficeApplication, { id })));
    await page.getByRole('button', { name: 'Notiz hinzufügen' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox').fill('Ruft morgen an.');
    const pass = await unanswered(page, `**${href(api.caseNotes, { id })}`, () =>
      dialog.getByRole('button', { name: 'Speichern' }).click(),
    );
    await pass();
    await page
      .getByText('Der Server hat nicht rechtzeitig geantwortet. Bitte prüfen Sie, was davon angekommen ist.')
      .first()
      .waitFor();
    expect(await dialog.getByRole('textbox').inputValue()).toBe('Ruft morgen an.');
    await dialog.getByRole('button', { name: 'Speichern' }).click();
    await dialog.waitFor({ state: 'detached' });
  });
});
