/** The status page in a real browser: without JavaScript on a small phone, from the question in a mail to the answer. */
import { expect, setDefaultTimeout, test } from 'bun:test';
import { invalidLinkTitle } from '#domain/access-links';
import { api, href } from '#domain/urls';
import { axeViolations, desktop, phone } from '#tests/support/browser';
import { linkIn } from '#tests/support/mail-links';
import { bearer, call, tokenOf } from '#tests/support/staff';
import { onPage, setStage, staffAddress } from '#tests/support/stage';
import { storeApplication } from './backoffice/stored-application';
import { onCleanPage, overflow } from './page-checks';

setDefaultTimeout(60_000);
const stage = setStage();
const narrow = { width: 320, height: 640 };
const long = 'Donaudampfschifffahrtsgesellschaftskapitänsmützenträger vom Lindenhof';

/** Asks about a completed application, and returns the link in the mail. */
async function asked(horseName = 'Fjölnir'): Promise<string> {
  const { url } = stage.server;
  const id = await storeApplication(url, { horseName, sets: 5, complete: true });
  const message = {
    id: crypto.randomUUID(),
    subject: 'Eine Frage zu {pferd}',
    body: `{anrede},\n\nwie alt? ({antrag})`,
  };
  const change = { version: 1, status: 'inquiry', message };
  await call(url, 'PATCH', href(api.case, { id }), change, bearer(await tokenOf(url)));
  const mail = await stage.mails.find(({ email }) => email.text?.includes(`wie alt? (${id})`) ?? false);
  return url + linkIn(mail, 'status');
}

test('a question is answered without JavaScript on a small phone, and staff are told', async () => {
  const link = await asked();
  const context = await stage.browser.newContext({ viewport: narrow, javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(link);
  await page.getByRole('heading', { level: 1, name: 'Stand Ihres Antrags' }).waitFor();
  await page.getByRole('heading', { name: 'Eine Frage zu Fjölnir' }).waitFor();
  const box = page.getByLabel('Ihre Antwort', { exact: true });
  await page.getByRole('button', { name: 'Antwort senden' }).click();
  await page.getByText('Eine Angabe fehlt noch oder stimmt nicht:').waitFor();
  await box.fill('Acht Jahre.\nIm Mai geboren.');
  await page.getByRole('button', { name: 'Antwort senden' }).click();
  await page.waitForURL(link);
  await page.getByText('Ihre Antwort ist bei uns angekommen.').waitFor();
  expect(await box.count()).toBe(0);
  const steps = await page
    .getByRole('listitem')
    .filter({ has: page.locator('time') })
    .allInnerTexts();
  expect(steps.map((step) => step.split('\n')[0])).toEqual(['Eingegangen', 'Rückfrage an Sie', 'In Prüfung']);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Antrag speichern (PDF)' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^Antrag-[0-9a-f]{8}\.pdf$/);
  await context.close();
  const reply = await stage.mails.find(({ email }) => /^Antwort auf Rückfrage/.test(email.subject ?? ''));
  expect(reply.to).toEqual([staffAddress]);
  expect(reply.email.text).not.toContain('Acht Jahre');
});

for (const viewport of [desktop, phone, narrow]) {
  test(`axe finds no violations on question, answer and invalid link at ${viewport.width} px`, async () => {
    const link = await asked(`${long} ${viewport.width}`);
    const problems = await onPage(stage, viewport, async ({ page }) => {
      const check = async () => {
        expect(await axeViolations(page)).toEqual([]);
        expect(await overflow(page)).toBe(0);
      };
      await page.goto(link);
      await check();
      await page.getByLabel('Ihre Antwort', { exact: true }).fill('x'.repeat(2_100));
      await page.getByRole('button', { name: 'Antwort senden' }).click();
      await page.getByRole('alert').waitFor();
      await check();
      await page.getByLabel('Ihre Antwort', { exact: true }).fill('Acht Jahre.');
      await page.getByRole('button', { name: 'Antwort senden' }).click();
      await page.getByText('Ihre Antwort ist bei uns angekommen.').waitFor();
      await check();
      await page.goto(`${stage.server.url}/status/vorschau`);
      await page.getByRole('heading', { level: 1, name: invalidLinkTitle }).waitFor();
      await check();
    });
    // the browser reports the refused form
    expect(problems.filter((problem) => !problem.includes('422'))).toEqual([]);
  });
}

test('the page loads without an error in the browser', async () => {
  const link = await asked('Hekla');
  await onCleanPage(stage, phone, async ({ page }) => {
    await page.goto(link);
    await page.getByRole('button', { name: 'Antwort senden' }).waitFor();
  });
});
