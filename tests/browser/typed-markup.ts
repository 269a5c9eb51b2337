/** Markup that a visitor types into every field, and how a page is to show it. */
import { expect } from 'bun:test';
import type { Page } from 'playwright-core';
import { type Applicant, johanna } from '#tests/support/people';

// `kanari` is not defined: a call of it is a page error, and a script that the CSP blocks is a console error
export const long = `"'></script></style><kanari onclick=kanari()><img src=x onerror=kanari()>`;
const middle = `"'><kanari><img src=x onerror=kanari()>`;
const short = `"'><kanari>`;
export const email = `"@kanari.example`.replace('"', "o'k&{{7*7}}=`x`");
const person = { firstName: long, lastName: long, email, phone: middle };
export const canary: Applicant = {
  ...johanna,
  'horse-data': { ...johanna['horse-data'], horseName: long, chipNumber: long },
  'contact-data': { ...johanna['contact-data'], ...person },
  'policyholder-info': {
    ...johanna['policyholder-info'],
    ...person,
    street: long,
    houseNumber: short,
    zipCode: short,
    city: long,
  },
  'sepa-mandate': { ...johanna['sepa-mandate'], accountHolder: long, bankName: long },
};
export const wish = { name: long, phone: middle, email, preferredTime: long, dataProcessingConsent: true };
export const inAddress = encodeURIComponent(long);

/** No element of the page comes from the typed markup. */
export async function expectText(page: Page, shown = true) {
  if (shown) await page.getByText('kanari').first().waitFor();
  expect(await page.locator('kanari, img[src=x], [onclick], [onerror]').count()).toBe(0);
  const links = await page.locator('a[href*=kanari], form[action*=kanari]').all();
  for (const link of links) {
    const target = (await link.getAttribute('href')) ?? (await link.getAttribute('action'));
    expect(target).toMatch(/^(mailto:|tel:|\/)/);
  }
}

export async function visit(page: Page, address: string, shown = true) {
  await page.goto(address);
  await page.locator('[data-splash]').waitFor({ state: 'detached' });
  await expectText(page, shown);
}
