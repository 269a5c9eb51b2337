/** The whole story: an operator fills in the file, an owner applies and withdraws, staff close it, and it is proven. */
import { expect, setDefaultTimeout, test } from 'bun:test';
import { join } from 'node:path';
import { TOML } from 'bun';
import type { Page } from 'playwright-core';
import { documentKinds, documentLabels } from '#domain/document-kinds';
import { declaredKeys, noticeKeys, wordings } from '#domain/law/wordings';
import type { OperatorFile } from '#domain/operator/operator';
import { pages } from '#domain/urls';
import { onCleanPage } from '#tests/browser/page-checks';
import { run } from '#tests/faults/support/commands';
import { newFolder, start } from '#tests/faults/support/processes';
import { desktop, openBrowser, phone } from '#tests/support/browser';
import { startNameServer } from '#tests/support/dns';
import { pdfOf } from '#tests/support/documents';
import { afterThisTest } from '#tests/support/endings';
import { atStep, fills, next, openWizard, turnWaiver } from '#tests/support/journey';
import { filledFile } from '#tests/support/operator';
import { startMailServer } from '#tests/support/smtp';
import { enter, withAdministrator } from '#tests/support/staff';
import { until } from '#tests/support/until';

setDefaultTimeout(120_000);

const checked = 'Wir haben die Verträge gesehen.';

/** Writes the file as `operator init` does, changes every value in it, and adds the insurer's documents. */
async function fillIn(dataDir: string) {
  const file = join(dataDir, 'operator', 'operator.toml');
  expect(await run('operator', dataDir, { args: ['init'] })).toMatchObject({ code: 0, errors: [] });
  const written = TOML.parse(await Bun.file(file).text()) as OperatorFile;
  const legal = { ...written.legal, ...filledFile.legal, testimonialsChecked: checked };
  await Bun.write(file, TOML.stringify({ ...written, ...filledFile, legal }));
  for (const kind of ['produktinformationsblatt', 'avb', 'verbraucherinformation'])
    await Bun.write(
      join(dataDir, 'operator', 'documents', `${kind}.pdf`),
      pdfOf(`${kind} /StructTreeRoot 9 0 R /Lang(de)`),
    );
  const { code, output } = await run('operator', dataDir, { args: ['check'] });
  expect({ code, output }).toMatchObject({ code: 0, output: [expect.stringContaining('filled in')] });
}

/** Applies in six steps, waives advice, and returns the id. */
async function apply(page: Page, url: string): Promise<string> {
  const id = await openWizard(page, url);
  for (const [index, fill] of fills.entries()) {
    await atStep(page, index + 1);
    await fill(page);
    await next(page);
  }
  await atStep(page, 6);
  await untilSent(page);
  const waived = page.waitForResponse(/declarations$/);
  await turnWaiver(page);
  await waived;
  await page.getByRole('button', { name: 'Antrag absenden' }).click();
  await page.getByRole('dialog', { name: 'Antrag erfolgreich eingereicht' }).waitFor();
  return id;
}

/** The step asks only once whether the documents were sent, and the first mail of a server waits until they are drawn. */
async function untilSent(page: Page): Promise<void> {
  const way = page.getByText(/^(Per E-Mail gesendet am|Bitte laden Sie die Unterlagen)/);
  await way.waitFor();
  await until(async () => {
    if (/^Per E-Mail/.test((await way.textContent()) ?? '')) return true;
    await page.reload();
    await way.waitFor();
    return false;
  });
}

async function closeWithdrawal(page: Page, url: string, id: string) {
  await enter(page, url);
  await page.goto(url + pages.backofficeWithdrawals);
  const row = page.getByRole('row').filter({ hasText: id.slice(0, 8) });
  await row.getByRole('button', { name: 'Abschließen' }).click();
  const dialog = page.getByRole('dialog', { name: 'Widerruf abschließen' });
  await dialog.getByLabel('Ergebnis').selectOption('effective');
  await dialog.getByRole('button', { name: 'Abschließen' }).click();
  await row.getByText('Wirksam').waitFor();
  await row.getByRole('link', { name: id.slice(0, 8) }).click();
  await page.getByRole('link', { name: 'Nachweise' }).click();
  await page.getByRole('heading', { level: 1, name: 'Nachweise' }).waitFor();
}

test('from an empty folder to the proofs of a withdrawn application', async () => {
  const dataDir = await newFolder();
  await fillIn(dataDir);
  const mails = await startMailServer();
  afterThisTest(mails.stop);
  const [name = '', value = ''] = (await run('dkim', dataDir)).output.slice(1).map((line) => line.slice(7));
  const domain = name.split('._domainkey.')[1] ?? '';
  const { address } = await startNameServer({
    [domain]: { MX: [`mail.${domain}`], TXT: ['v=spf1 mx -all'] },
    [name]: { TXT: [value] },
    [`_dmarc.${domain}`]: { TXT: ['v=DMARC1; p=none'] },
  });
  const env = { SMTP_URL: mails.url, DNS_SERVERS: address };
  const { output } = await run('launch-check', dataDir, { env });
  expect(output.map((line) => line.split(':')[0])).toEqual(['public_url', 'second_factor', 'draft_access']);
  const server = await start(dataDir, { ...withAdministrator, ...env });
  const browser = await openBrowser();
  afterThisTest(() => browser.close());
  const stage = { browser, server, mails };

  let id = '';
  await onCleanPage(stage, phone, async ({ page }) => {
    id = await apply(page, server.url);
  });
  const subjects = (await mails.received(3)).map(({ email }) => email.subject);
  expect(subjects).toContain('Ihre Unterlagen zum Top-OP-Schutz');
  const confirmation = mails.mails.find(({ email }) => email.attachments.length === 7);
  const [link] = confirmation?.email.html?.match(/(?<=href=")[^"]*vertrag-widerrufen[^"]*/) ?? [];

  await onCleanPage(stage, phone, async ({ page }) => {
    await page.goto(link ?? '');
    await page.getByLabel('Name', { exact: true }).fill('Johanna Sommer');
    await page.getByLabel('E-Mail für die Eingangsbestätigung').fill('johanna.sommer@example.org');
    await page.getByRole('button', { name: 'Widerruf bestätigen' }).click();
    await page.getByRole('heading', { level: 1, name: 'Ihr Widerruf ist eingegangen' }).waitFor();
  });

  await onCleanPage(stage, desktop, async ({ page }) => {
    await closeWithdrawal(page, server.url, id);
    const proofs = page.getByRole('list', { name: 'Nachweise' }).getByRole('heading', { level: 2 });
    const delivered = documentKinds.map((kind) => `Dokument übergeben: ${documentLabels[kind]}`);
    const declared = declaredKeys.map((key) => `Erklärung abgegeben: ${wordings[key].label}`);
    await proofs.nth(2 * delivered.length + declared.length + noticeKeys.length).waitFor();
    expect(await proofs.allTextContents()).toEqual([
      ...delivered,
      ...noticeKeys.map((key) => `Hinweis gezeigt: ${wordings[key].label}`),
      ...declared,
      ...delivered,
      'Widerruf eingegangen',
    ]);
  });
});
