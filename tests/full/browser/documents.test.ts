/** An owner reads the documents: on their page, by mail after the third step, and in the overview. */
import { expect, setDefaultTimeout, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { documentKinds, documentLabels } from '#domain/document-kinds';
import { pages } from '#domain/urls';
import { onCleanPage } from '#tests/browser/page-checks';
import { axeViolations, desktop, phone } from '#tests/support/browser';
import { atStep, fills, next, openAt, openWizard, send } from '#tests/support/journey';
import { setStage } from '#tests/support/stage';

setDefaultTimeout(90_000);
const stage = setStage();

/** Clicks a link and returns the name and the beginning of the downloaded file. */
async function download(page: Page, name: string) {
  const link = page.getByRole('main').getByRole('link', { name, exact: true });
  const [file] = await Promise.all([page.waitForEvent('download'), link.click()]);
  const bytes = await Bun.file(await file.path())
    .slice(0, 5)
    .text();
  return [file.suggestedFilename(), bytes];
}

for (const viewport of [desktop, phone]) {
  test(`the page of the documents gives each of them at ${viewport.width} px`, async () => {
    await onCleanPage(stage, viewport, async ({ page }) => {
      await page.goto(stage.server.url);
      await page.getByRole('contentinfo').getByRole('link', { name: 'Unterlagen' }).click();
      await page.getByRole('heading', { level: 1, name: 'Unterlagen' }).waitFor();
      expect(await axeViolations(page)).toEqual([]);
      for (const kind of documentKinds) {
        const label = documentLabels[kind];
        expect(await download(page, label)).toEqual([`${label}.pdf`, '%PDF-']);
      }
      expect(new URL(page.url()).pathname).toBe(pages.documents);
    });
  });
}

test('no word of a name is cut in two on a screen of 320 px', async () => {
  await onCleanPage(stage, { width: 320, height: 640 }, async ({ page }) => {
    await page.goto(stage.server.url + pages.documents);
    const cut = await page.getByRole('main').getByRole('listitem').getByRole('link').evaluateAll(cutWords);
    expect(cut).toEqual([]);
  });
});

/** The words of these links that begin on one line and end on another. */
function cutWords(links: Element[]): string[] {
  return links.flatMap((link) => {
    const text = link.firstChild;
    const words = [...(text?.textContent ?? '').matchAll(/\S+/g)];
    return words.flatMap(({ 0: word, index }) => {
      const range = document.createRange();
      if (!text) return [];
      range.setStart(text, index);
      range.setEnd(text, index + word.length);
      return range.getClientRects().length > 1 ? [word] : [];
    });
  });
}

test('an owner gets the Erstinformation first, all documents by mail, and downloads them in the overview', async () => {
  const email = 'leserin@post.example';
  await onCleanPage(stage, phone, async ({ page }) => {
    const before = stage.mails.mails.length;
    const id = await openWizard(page, stage.server.url);
    const first = page.getByRole('link', { name: 'Erstinformation (PDF)' });
    expect((await first.boundingBox())?.height).toBeGreaterThanOrEqual(44);
    expect(await download(page, 'Erstinformation (PDF)')).toEqual(['Erstinformation.pdf', '%PDF-']);
    for (const [index, fill] of fills.entries()) {
      await atStep(page, index + 1);
      await (index === 1 ? fill(page, email) : fill(page));
      await next(page);
      if (index === 2) await stage.mails.received(before + 1);
    }
    await atStep(page, 6);
    const card = page.getByRole('region', { name: 'Ihre Unterlagen' });
    await card.getByText(/^Per E-Mail gesendet am \d\d\.\d\d\.\d{4} an l…@post\.example$/).waitFor();
    expect(await axeViolations(page)).toEqual([]);
    for (const kind of documentKinds) {
      const label = documentLabels[kind];
      expect(await download(page, label)).toEqual([`${label}.pdf`, '%PDF-']);
    }
    const [mail, ...more] = stage.mails.mails.slice(before);
    expect(more).toEqual([]);
    expect([mail?.to, mail?.email.subject]).toEqual([[email], 'Ihre Unterlagen zum Top-OP-Schutz']);
    expect(mail?.email.attachments.map(({ filename }) => filename)).toEqual(
      documentKinds.map((kind) => `${documentLabels[kind]}.pdf`),
    );
    await send(page, 'PUT', `${stage.server.url}/api/applications/${id}/documents`, {});
    expect(stage.mails.mails.length).toBe(before + 1);
  });
});

test('the overview asks to download the documents while the mail has not arrived', async () => {
  await onCleanPage(stage, desktop, async ({ page }) => {
    const held = stage.mails.hold();
    await openAt(page, stage.server.url, 6);
    await page.getByText('Bitte laden Sie die Unterlagen jetzt herunter.').waitFor();
    held.release();
  });
});
