import { openPage, openWholeBrowser, phone } from '#tests/support/browser';
import { atStep, next, openAt } from '#tests/support/journey';
import type { RunningServer } from '#tests/support/server';
import { weigh } from '../page-weight';
import { withProduct } from '../product';
import { atMost, type Group, type Row } from '../row';

/** All script that the wizard loads from its first step to the success dialog. */
export const wizardScript: Group = { name: 'wizard-script', measure: () => withProduct(measure) };

async function measure({ url }: RunningServer): Promise<Row[]> {
  const browser = await openWholeBrowser();
  try {
    const { page } = await openPage(browser, phone);
    const weight = weigh(page, new URL(url).origin);
    const id = await openAt(page, url, 1, { sets: 5 });
    for (const step of [2, 3, 4, 5, 6]) {
      await next(page);
      await atStep(page, step);
    }
    await page.getByRole('button', { name: 'Antrag absenden' }).click();
    await page.getByRole('dialog').getByText(id).waitFor();
    const { script } = await weight();
    return [
      atMost(150 * 1024, {
        name: 'wizard, all steps: script, brotli (150 KB of 1,024)',
        value: script,
        unit: 'B',
      }),
    ];
  } finally {
    await browser.close();
  }
}
