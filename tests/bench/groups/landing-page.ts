import { openPage, openWholeBrowser, phone } from '#tests/support/browser';
import type { RunningServer } from '#tests/support/server';
import { layoutShift, weigh } from '../page-weight';
import { withProduct } from '../product';
import { atMost, exactly, type Group, type Row } from '../row';

/** The landing page on a phone, before any interaction. */
export const landingPage: Group = { name: 'landing-page', measure: () => withProduct(measure) };

async function measure({ url }: RunningServer): Promise<Row[]> {
  const browser = await openWholeBrowser();
  try {
    const { page } = await openPage(browser, phone);
    const weight = weigh(page, new URL(url).origin);
    await page.goto(url);
    await page.waitForLoadState('networkidle');
    const { script, total, foreign } = await weight();
    const named = (what: string) => `landing page before interaction: ${what}`;
    return [
      atMost(3 * 1024, { name: named('script, brotli'), value: script, unit: 'B' }),
      atMost(120 * 1024, { name: named('all resources'), value: total, unit: 'B' }),
      exactly(0, {
        name: named('third parties'),
        value: foreign.length,
        note: foreign.join(', ') || undefined,
      }),
      exactly(0, { name: named('CLS'), value: await layoutShift(page), digits: 3 }),
    ];
  } finally {
    await browser.close();
  }
}
