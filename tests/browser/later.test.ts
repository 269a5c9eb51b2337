/** "Später fortsetzen" in a real browser: the question on a narrow screen, and the way back to an unsaved entry. */
import { expect, setDefaultTimeout, test } from 'bun:test';
import { linkSentTitle } from '#domain/access-links';
import { axeViolations } from '#tests/support/browser';
import { atStep, control, openAt } from '#tests/support/journey';
import { setSharedStage } from '#tests/support/stage';
import { onCleanPage, overflow } from './page-checks';

setDefaultTimeout(60_000);
const stage = setSharedStage();

test('all unsaved entries are named in their order, fit a narrow screen, and are there after Back', async () => {
  await onCleanPage(stage, { width: 320, height: 256 }, async ({ page }) => {
    await openAt(page, stage.server.url, 4);
    await control(page, 'Ort').fill('Halle');
    await control(page, 'Straße').fill('Lindenallee');
    const later = page.getByRole('button', { name: 'Später fortsetzen' });
    await later.click();
    const question = page.getByRole('dialog', { name: 'Später fortsetzen?' });
    await question.getByText('Diese Angaben sind noch nicht gespeichert:').waitFor();
    expect(await question.getByRole('listitem').allTextContents()).toEqual(['Straße', 'Ort']);
    expect(await axeViolations(page)).toEqual([]);
    expect(await overflow(page)).toBe(0);
    await page.keyboard.press('Escape');
    await question.waitFor({ state: 'detached' });
    await later.click();
    await question.getByRole('button', { name: 'Trotzdem fortfahren' }).click();
    await page.getByRole('heading', { level: 1, name: linkSentTitle }).waitFor();
    await page.goBack();
    await atStep(page, 4);
    expect(await control(page, 'Ort').inputValue()).toBe('Halle');
  });
});
