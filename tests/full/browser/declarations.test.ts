/** Advice in a real browser: the applicant waives it or not, staff document it, and the proofs tell what was declared. */
import { expect, setDefaultTimeout, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { evidenceLabels } from '#domain/law/evidence';
import { adviceWaiver } from '#domain/law/wordings';
import { api, href, pages } from '#domain/urls';
import { onCleanPage, overflow } from '#tests/browser/page-checks';
import { axeViolations, desktop, phone } from '#tests/support/browser';
import { atStep, openAt, turnWaiver } from '#tests/support/journey';
import { johanna } from '#tests/support/people';
import { enter } from '#tests/support/staff';
import { setStage } from '#tests/support/stage';
import { until } from '#tests/support/until';

setDefaultTimeout(90_000);
const stage = setStage();

const box = (page: Page) => page.getByRole('checkbox', { name: adviceWaiver.sentence });
const submit = async (page: Page) => {
  await page.getByRole('button', { name: 'Antrag absenden' }).click();
  await page.getByRole('dialog', { name: 'Antrag erfolgreich eingereicht' }).waitFor();
};

test('a waiver survives a reload and another visit, and nothing is sent for one that was never ticked', async () => {
  await onCleanPage(stage, phone, async ({ page }) => {
    await openAt(page, stage.server.url, 6);
    expect(await box(page).isChecked()).toBe(false);
    for (const ticked of [true, false, true]) {
      const saved = page.waitForResponse((one) => one.url().endsWith('/declarations') && one.ok());
      await turnWaiver(page, ticked);
      await saved;
      await page.reload();
      await atStep(page, 6);
      await box(page).waitFor();
      expect(await box(page).isChecked()).toBe(ticked);
    }
    expect(await axeViolations(page)).toEqual([]);
    expect(await overflow(page)).toBe(0);
    await submit(page);
  });
});

test('staff document the advice that is owed, the applicant gets it, and the proofs show what was declared', async () => {
  const { url } = stage.server;
  await onCleanPage(stage, desktop, async ({ page }) => {
    const email = 'beraten@mail.example';
    const person = { ...johanna, 'contact-data': { ...johanna['contact-data'], email } };
    const id = await openAt(page, url, 6, { person });
    await box(page).waitFor();
    await submit(page);

    await enter(page, url);
    await page.goto(url + pages.backofficeApplications);
    await page.getByText('Beratung offen').first().waitFor();
    await page.goto(url + href(pages.backofficeApplication, { id }));
    await page.getByText('Beratung offen').waitFor();
    await page.getByRole('button', { name: 'Beratung dokumentieren' }).click();
    const dialog = page.getByRole('dialog', { name: 'Beratung dokumentieren' });
    await dialog.getByLabel('Wünsche und Bedürfnisse').fill('Kolik absichern.\nHöchstens 50 Euro im Monat.');
    await dialog.getByLabel('Beratung und Empfehlung').fill('Top-OP-Schutz empfohlen.');
    expect(await axeViolations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Speichern und senden' }).click();
    await page.getByText(/^Dokumentiert am/).waitFor();
    expect(await page.getByText('Beratung offen').count()).toBe(0);
    const record = () =>
      stage.mails.mails.find((mail) => mail.to.includes(email) && /Beratung/.test(mail.email.subject ?? ''));
    await until(() => record() !== undefined);
    expect(record()?.email.text).toContain('Kolik absichern.\nHöchstens 50 Euro im Monat.');

    await page.getByRole('link', { name: 'Nachweise' }).click();
    await page.getByRole('heading', { level: 1, name: 'Nachweise' }).waitFor();
    const list = page.getByRole('list', { name: 'Nachweise' });
    await list.getByText('Mit dem Absenden bestätige ich', { exact: false }).waitFor();
    const declared = list.locator('> li', { hasText: evidenceLabels.declaration });
    expect(await declared.count()).toBe(4);
    expect(await page.getByText(adviceWaiver.sentence).count()).toBe(0);
    expect(await axeViolations(page)).toEqual([]);
    await page.getByRole('link', { name: 'Zurück zum Antrag' }).click();
    await page.getByText(id, { exact: true }).waitFor();
  });
});

test('the proofs of a deleted application can still be read', async () => {
  const { url } = stage.server;
  await onCleanPage(stage, phone, async ({ page }) => {
    const id = await openAt(page, url, 6);
    await turnWaiver(page);
    await submit(page);
    const token = await enter(page, url);
    const headers = { authorization: `Bearer ${token}` };
    await page.request.delete(url + href(api.staffApplication, { id }), { headers });
    await page.goto(url + href(pages.backofficeEvidence, { id }));
    await page.getByText(adviceWaiver.sentence).waitFor();
    expect(await overflow(page)).toBe(0);
    expect(await axeViolations(page)).toEqual([]);
  });
});

test('advice and proofs fit a screen of 320 px, however long their words are', async () => {
  const { url } = stage.server;
  const word = 'Wielandstallgemeinschaft'.repeat(20);
  await onCleanPage(stage, { width: 320, height: 640 }, async ({ page }) => {
    const id = await openAt(page, url, 6);
    await box(page).waitFor();
    expect(await overflow(page)).toBe(0);
    await submit(page);
    await enter(page, url);
    await page.goto(url + href(pages.backofficeApplication, { id }));
    await page.getByRole('button', { name: 'Beratung dokumentieren' }).click();
    const dialog = page.getByRole('dialog', { name: 'Beratung dokumentieren' });
    await dialog.getByRole('button', { name: 'Speichern und senden' }).click();
    await dialog.locator('[aria-invalid]').first().waitFor();
    const tooWide = () => dialog.evaluate((one) => one.scrollWidth - one.clientWidth);
    expect([await overflow(page), await tooWide()]).toEqual([0, 0]);
    await dialog.getByLabel('Wünsche und Bedürfnisse').fill(word);
    await dialog.getByLabel('Beratung und Empfehlung').fill(word);
    await dialog.getByRole('button', { name: 'Speichern und senden' }).click();
    await page.getByText(/^Dokumentiert am/).waitFor();
    expect(await overflow(page)).toBe(0);
    await page.getByRole('link', { name: 'Nachweise' }).click();
    await page.getByRole('list', { name: 'Nachweise' }).waitFor();
    expect(await overflow(page)).toBe(0);
  });
});
