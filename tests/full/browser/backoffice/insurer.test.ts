/** Files of the insurer: dropped ones, and the largest that may be brought. */
import { expect, setDefaultTimeout, test } from 'bun:test';
import { mostRows } from '#domain/insurer/answers';
import { pages } from '#domain/urls';
import { onCleanPage, overflow } from '#tests/browser/page-checks';
import { axeViolations, desktop, phone } from '#tests/support/browser';
import { enter } from '#tests/support/staff';
import { setStage } from '#tests/support/stage';

setDefaultTimeout(90_000);
const stage = setStage();

test('a dropped file opens, what is dropped beside it does not, and refused ones say why', async () => {
  const { url } = stage.server;
  await onCleanPage(stage, phone, async ({ page }) => {
    await enter(page, url);
    await page.goto(url + pages.backofficeReturns);
    const area = page.getByRole('region', { name: 'Datei hochladen' });
    await area.waitFor();
    // within the area the pointer leaves one part for the next
    const drag = (type: string, to: string) =>
      area.evaluate(
        (element, [event = '', other = '']) =>
          element.dispatchEvent(
            new DragEvent(event, { bubbles: true, relatedTarget: document.querySelector(other) }),
          ),
        [type, to],
      );
    await drag('dragenter', 'h1');
    await area.getByText('Jetzt loslassen').waitFor();
    await drag('dragleave', '[aria-label="Datei hochladen"] label');
    await area.getByText('Jetzt loslassen').waitFor();
    await drag('dragleave', 'h1');
    await area.getByText('oder hierher ziehen').waitFor();
    const drop = (target: string, name: string, text: string) =>
      page.evaluate(
        ([selector = '', called = '', content = '']) => {
          const dataTransfer = new DataTransfer();
          dataTransfer.items.add(new File([content], called));
          const dropped = new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer });
          document.querySelector(selector)?.dispatchEvent(dropped);
          return dropped.defaultPrevented;
        },
        [target, name, text],
      );
    expect(await drop('h1', 'daneben.csv', 'Referenz')).toBe(true);
    await drop('[aria-label="Datei hochladen"]', 'brief.pdf', '%PDF-1.7');
    await area.getByText('Diese Art von Datei wird nicht gelesen.').waitFor();
    expect(await overflow(page)).toBe(0);
    expect(await axeViolations(page)).toEqual([]);
    await drop('[aria-label="Datei hochladen"]', 'antwort.csv', 'Referenz;Stand\nSF-1;abgelehnt\n');
    await page.getByRole('heading', { name: 'antwort.csv' }).waitFor();
    await page.reload();
    await page.getByRole('cell', { name: 'abgelehnt' }).waitFor();
    expect(await overflow(page)).toBe(0);
  });
});

test('the largest file stays quick: only the rows near the window are in the document', async () => {
  const { url } = stage.server;
  const lines = Array.from({ length: mostRows }, (_, at) => `SF-20200101-A${at};policiert;V-${at}`);
  await onCleanPage(stage, desktop, async ({ page }) => {
    await enter(page, url);
    await page.goto(url + pages.backofficeReturns);
    const file = {
      name: 'alles.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(['Referenz;Stand;VSNR', ...lines].join('\n')),
    };
    await page.getByLabel('Datei auswählen').setInputFiles(file);
    await page.getByRole('button', { name: 'Weiter zur Prüfung' }).click();
    await page.getByText('Kein Antrag hat diese Referenz.').first().waitFor();
    const filter = page.getByRole('combobox', { name: 'Zeilen filtern' });
    expect(await filter.textContent()).toContain('Probleme (2.000)');
    expect(await page.getByRole('row').count()).toBeLessThan(100);
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    await page.getByText(`SF-20200101-A${mostRows - 1}`).waitFor();
  });
});
