/** A whole application with the mouse, on a wide screen and on a phone, without accessibility violations. */
import { expect, setDefaultTimeout, test } from 'bun:test';
import { axeViolations, desktop, phone } from '#tests/support/browser';
import { atStep, fills, next, openAt, openWizard, toast } from '#tests/support/journey';
import { setStage, staffAddress } from '#tests/support/stage';
import { descriptionOf, onCleanPage } from './page-checks';

setDefaultTimeout(90_000);
const stage = setStage();

const saved = [
  'Daten gespeichert',
  'Daten gespeichert',
  'Tarif ausgewählt',
  'Daten gespeichert',
  'SEPA-Mandat gespeichert',
];

for (const viewport of [desktop, phone]) {
  test(`an owner applies with the mouse at ${viewport.width} px and gets the mail`, async () => {
    const email = `owner-${viewport.width}@post.example`;
    const before = stage.mails.mails.length;
    await onCleanPage(stage, viewport, async ({ page }) => {
      const id = await openWizard(page, stage.server.url);
      for (const [index, fill] of fills.entries()) {
        await atStep(page, index + 1);
        // from the second step on the toast of the step before is open
        if (index > 0) await toast(page, saved[index - 1] ?? '');
        expect(await axeViolations(page)).toEqual([]);
        await next(page);
        await page.getByRole('alert').waitFor();
        expect(await axeViolations(page)).toEqual([]);
        await (index === 1 ? fill(page, email) : fill(page));
        await next(page);
      }
      await atStep(page, 6);
      await toast(page, 'SEPA-Mandat gespeichert');
      expect(await page.getByText('DE89…3000').count()).toBe(1);
      expect(await axeViolations(page)).toEqual([]);
      await page.getByRole('button', { name: 'Antrag absenden' }).click();
      const dialog = page.getByRole('dialog', { name: 'Antrag erfolgreich eingereicht' });
      await dialog.getByText(id).waitFor();
      expect(await axeViolations(page)).toEqual([]);
      await expectMails(before, email, id);

      await page.reload();
      await page.getByRole('heading', { name: 'Ihr Antrag wurde bereits eingereicht' }).waitFor();
      expect(await axeViolations(page)).toEqual([]);
    });
  });
}

/**
 * Expects the documents, and then one mail to the applicant and one to the staff, both with the application's id and
 * without the IBAN.
 */
async function expectMails(before: number, email: string, id: string) {
  const all = (await stage.mails.received(before + 3)).slice(before);
  const mails = all.filter((mail) => mail.email.subject !== 'Ihre Unterlagen zum Top-OP-Schutz');
  expect(mails.map(({ to }) => to.join()).sort()).toEqual([email, staffAddress].sort());
  for (const mail of mails) {
    expect(mail.email.html).toContain(id);
    expect(mail.email.text).toContain(id);
    expect(mail.raw.replace(/=\r?\n|\s|&nbsp;/g, '')).not.toContain('370400440532');
  }
}

test('the success dialog is read out, and leaves the focus at a heading, the id and a link to the landing page', async () => {
  await onCleanPage(stage, desktop, async ({ page }) => {
    const id = await openAt(page, stage.server.url, 6);
    await page.getByRole('button', { name: 'Antrag absenden' }).click();
    const dialog = page.getByRole('dialog', { name: 'Antrag erfolgreich eingereicht' });
    await dialog.getByText('per E-Mail').waitFor();
    for (const words of [id, 'per E-Mail', 'Noch ist Ihr Pferd nicht versichert.'])
      expect(await descriptionOf(dialog)).toContain(words);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await page.locator('h2:focus', { hasText: 'Ihr Antrag wurde bereits eingereicht' }).waitFor();
    await page.getByText(id).waitFor();
    await page.getByRole('link', { name: 'Zur Startseite' }).click();
    await page.waitForURL(`${stage.server.url}/`);
  });
});

test('the menu opens on a step of the wizard on a phone', async () => {
  await onCleanPage(stage, phone, async ({ page }) => {
    await openAt(page, stage.server.url, 1);
    await page.locator('header summary').click();
    const menu = page.getByRole('navigation', { name: 'Menü' });
    for (const entry of ['Vorteile', 'Tarife', 'Schadensbeispiele', 'FAQ', 'Jetzt berechnen']) {
      await menu.getByRole('link', { name: entry }).waitFor();
    }
    expect(await axeViolations(page)).toEqual([]);
  });
});
