/** The choice of a tariff in a real browser. Prices and failures are in `tests/web/wizard/tariffs.test.tsx`. */
import { expect, setDefaultTimeout, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { desktop } from '#tests/support/browser';
import { atStep, card, control, next, openAt, toast } from '#tests/support/journey';
import { setSharedStage } from '#tests/support/stage';
import { onCleanPage } from './page-checks';

setDefaultTimeout(90_000);
const stage = setSharedStage();
const names = { basis: 'Basis-OP-Schutz', top: 'Top-OP-Schutz', premium: 'Premium-OP-Schutz' };
test('no tariff is chosen at first, and the summary follows the choice', async () => {
  await onCleanPage(stage, desktop, async ({ page }) => {
    await openAt(page, stage.server.url, 3);
    expect(await page.getByRole('radio', { checked: true }).count()).toBe(0);
    expect(await control(page, 'Zahlweise').inputValue()).toBe('monthly');
    const badges = ['Günstiger Basisschutz', 'Empfehlung', 'Umfassender Schutz'];
    for (const [index, name] of Object.values(names).entries()) {
      expect(await card(page, name).getByLabel('Selbstbeteiligung').inputValue()).toBe('0');
      await card(page, name)
        .getByText(badges[index] ?? '', { exact: true })
        .waitFor();
      expect(await card(page, name).getByRole('listitem').count()).toBeGreaterThan(3);
    }
    const summary = page.getByRole('region', { name: 'Ihre Auswahl' });
    // the whole head of a card chooses it
    await card(page, names.premium).getByText('69,52').click();
    expect(await page.getByRole('radio', { name: names.premium }).isChecked()).toBe(true);
    await shows(summary, ['Premium-OP-Schutz', 'Ohne SB', 'Monatlich', /^69,52\s€/]);
    await control(page, 'Zahlweise').selectOption('annual');
    await card(page, names.premium).getByLabel('Selbstbeteiligung').selectOption('1000');
    await shows(summary, ['Premium-OP-Schutz', /^1\.000\s€$/, 'Jährlich', /^592,56\s€/]);
    await page.getByRole('radio', { name: names.basis }).check();
    await shows(summary, ['Basis-OP-Schutz', 'Ohne SB', 'Jährlich', /^458,16\s€/]);

    const [request] = await Promise.all([page.waitForRequest('**/tariff-selection'), next(page)]);
    await atStep(page, 4);
    await toast(page, 'Tarif ausgewählt');
    expect(request.postDataJSON()).toEqual({
      tariffType: 'basis',
      selfParticipation: 0,
      paymentFrequency: 'annual',
    });
  });
});

async function shows(summary: ReturnType<Page['getByRole']>, values: (string | RegExp)[]) {
  for (const value of values) await summary.getByText(value, { exact: true }).waitFor();
}
