/** A whole application with the mouse, without accessibility violations, and the mails that follow. */
import { expect } from 'bun:test';
import { axeViolations, type Viewport } from '#tests/support/browser';
import { atStep, fills, next, openWizard, toast } from '#tests/support/journey';
import { type Stage, staffAddress } from '#tests/support/stage';
import { onCleanPage } from './page-checks';

const saved = [
  'Daten gespeichert',
  'Daten gespeichert',
  'Tarif ausgewählt',
  'Daten gespeichert',
  'SEPA-Mandat gespeichert',
];

export async function applies(stage: Stage, viewport: Viewport) {
  const email = `owner-${viewport.width}@post.example`;
  const before = stage.mails.mails.length;
  await onCleanPage(stage, viewport, async ({ page }) => {
    const id = await openWizard(page, stage.server.url);
    for (const [index, fill] of fills.entries()) {
      await atStep(page, index + 1);
      expect(await axeViolations(page)).toEqual([]);
      await next(page);
      await page.getByRole('alert').waitFor();
      expect(await axeViolations(page)).toEqual([]);
      await (index === 1 ? fill(page, email) : fill(page));
      await next(page);
      await toast(page, saved[index] ?? '');
    }
    await atStep(page, 6);
    expect(await page.getByText('DE89…3000').count()).toBe(1);
    expect(await axeViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Antrag absenden' }).click();
    const dialog = page.getByRole('dialog', { name: 'Antrag erfolgreich eingereicht' });
    await dialog.getByText(id).waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await expectMails(stage, before, email, id);

    await page.reload();
    await page.getByRole('heading', { name: 'Ihr Antrag wurde bereits eingereicht' }).waitFor();
    expect(await axeViolations(page)).toEqual([]);
  });
}

/**
 * Expects the documents, and then one mail to the applicant and one to the staff, both with the application's id and
 * without the IBAN.
 */
async function expectMails(stage: Stage, before: number, email: string, id: string) {
  const all = (await stage.mails.received(before + 3)).slice(before);
  const mails = all.filter((mail) => mail.email.subject !== 'Ihre Unterlagen zum Top-OP-Schutz');
  expect(mails.map(({ to }) => to.join()).sort()).toEqual([email, staffAddress].sort());
  for (const mail of mails) {
    expect(mail.email.html).toContain(id);
    expect(mail.email.text).toContain(id);
    expect(mail.raw.replace(/=\r?\n|\s|&nbsp;/g, '')).not.toContain('370400440532');
  }
}
