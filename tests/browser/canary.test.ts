/** Markup in every field of the public forms: pages and mails show it as text, and no script in it runs. */
// ASVS 1.1.2, 1.2.1, 1.2.3, 3.2.2
import { expect, setDefaultTimeout, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { api, href, pages } from '#domain/urls';
import { desktop } from '#tests/support/browser';
import { atStep, openAt, send } from '#tests/support/journey';
import { type Applicant, johanna } from '#tests/support/people';
import { bearer, call, enter, hire } from '#tests/support/staff';
import { setStage } from '#tests/support/stage';
import { onCleanPage } from './page-checks';

setDefaultTimeout(120_000);
const stage = setStage();

// `kanari` is not defined: a call of it is a page error, and a script that the CSP blocks is a console error
const long = `"'></script></style><kanari onclick=kanari()><img src=x onerror=kanari()>`;
const middle = `"'><kanari><img src=x onerror=kanari()>`;
const short = `"'><kanari>`;
const email = `"@kanari.example`.replace('"', "o'k&{{7*7}}=`x`");
const person = { firstName: long, lastName: long, email, phone: middle };
const canary: Applicant = {
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
const wish = { name: long, phone: middle, email, preferredTime: long, dataProcessingConsent: true };
const inAddress = encodeURIComponent(long);

/** No element of the page comes from the typed markup. */
async function expectText(page: Page, shown = true) {
  if (shown) await page.getByText('kanari').first().waitFor();
  expect(await page.locator('kanari, img[src=x], [onclick], [onerror]').count()).toBe(0);
  const links = await page.locator('a[href*=kanari], form[action*=kanari]').all();
  for (const link of links) {
    const target = (await link.getAttribute('href')) ?? (await link.getAttribute('action'));
    expect(target).toMatch(/^(mailto:|tel:|\/)/);
  }
}

async function visit(page: Page, path: string, shown = true) {
  await page.goto(stage.server.url + path);
  await page.locator('[data-splash]').waitFor({ state: 'detached' });
  await expectText(page, shown);
}

/** The number of elements that a browser creates from typed markup in this HTML. */
const strangers = (page: Page, html: string) =>
  page.evaluate(
    (text) =>
      new DOMParser()
        .parseFromString(text, 'text/html')
        .querySelectorAll('kanari, img[src=x], [onclick], [onerror], script:not([src]):not([type])').length,
    html,
  );

test('a visitor who types markup sees it as text on every step and page', async () => {
  const { url } = stage.server;
  await onCleanPage(stage, desktop, async ({ page }) => {
    for (const path of [`/?source=${inAddress}`, `${pages.calculator}?tariff=${inAddress}`, `/${inAddress}`])
      await visit(page, path, false);
    const id = await openAt(page, url, 6, { person: canary });
    await expectText(page);
    for (const step of [1, 2, 4, 5]) {
      await send(page, 'PUT', url + href(api.step, { id }), { step });
      await page.evaluate(() => sessionStorage.clear());
      await page.reload();
      await atStep(page, step);
      const values = await page
        .locator('main input')
        .evaluateAll((fields) => fields.map((field) => (field as HTMLInputElement).value).join());
      expect(values).toContain('kanari');
      await expectText(page, false);
    }
    await send(page, 'PUT', url + href(api.step, { id }), { step: 6 });
    await page.reload();
    await atStep(page, 6);
    await page.getByRole('button', { name: 'Antrag absenden' }).click();
    await page.getByRole('dialog').getByText(id).waitFor();
    await expectText(page, false);
    for (const path of [href(pages.application, { id }), pages.privacy, pages.imprint])
      await visit(page, path, false);
  });
  // the 404 of the unknown path is not counted as a problem
});

test('a refused form without JavaScript contains the entries as text', async () => {
  await onCleanPage(stage, desktop, async ({ page }) => {
    await page.goto(stage.server.url);
    const form = { name: long, phone: middle, email: long, preferredTime: long };
    const answer = await page.request.post(`${stage.server.url}${api.callbackRequests}?source=${inAddress}`, {
      form,
    });
    const html = await answer.text();
    expect([answer.status(), html.includes('kanari')]).toEqual([422, true]);
    expect(await strangers(page, html)).toBe(0);
    for (const [address, status] of [
      [long, 422],
      [email, 200],
    ] as const) {
      const withdrawal = { name: long, email: address, contract: short };
      const shown = await page.request.post(stage.server.url + api.withdrawals, { form: withdrawal });
      const withdrawn = await shown.text();
      expect([shown.status(), withdrawn.includes('kanari')]).toEqual([status, true]);
      expect(await strangers(page, withdrawn)).toBe(0);
    }
  });
});

test('staff see markup as text on every screen and in every mail', async () => {
  const { url } = stage.server;
  const before = stage.mails.mails.length;
  await onCleanPage(stage, desktop, async ({ page, context }) => {
    const marked = await hire(url, 'chef.kanari', 'admin');
    const headers = bearer(await enter(page, url, marked));
    const id = await openAt(page, url, 6, { person: canary });
    for (const type of ['first', 'second'])
      await call(url, 'POST', href(api.resendReminder, { id }), { type }, headers);
    await call(url, 'PUT', href(api.complete, { id }), {});
    await call(url, 'POST', `${api.callbackRequests}?source=${inAddress}`, wish);
    await call(url, 'POST', api.withdrawals, { name: long, email, contract: id });
    const mails = (await stage.mails.received(before + 9, 20_000)).slice(before);
    // the CSP of our own pages forbids the inline styles of a mail, so it is parsed on an empty page
    const blank = await context.newPage();
    for (const { email: mail } of mails) {
      expect(await strangers(blank, mail.html ?? '')).toBe(0);
      expect(mail.to?.length).toBe(1);
    }
    // only addresses are repeated
    expect(mails.filter(({ email: mail }) => /onerror|onclick/.test(mail.html ?? ''))).toEqual([]);
    expect(mails.filter(({ email: mail }) => mail.html?.includes('kanari')).length).toBeGreaterThanOrEqual(3);

    for (const tab of ['horse', 'contact', 'policyholder', 'sepa', 'emails'])
      await visit(page, `${href(pages.backofficeApplication, { id })}?tab=${tab}`);
    for (const path of [
      pages.backoffice,
      `${pages.backoffice}?tab=callbacks`,
      pages.backofficeApplications,
      pages.backofficeCallbacks,
      pages.backofficeWithdrawals,
      pages.backofficeEmailLogs,
      pages.backofficeUsers,
      pages.backofficeAuditLog,
    ])
      await visit(page, path);
    await visit(page, `${pages.backofficeApplications}?q=${inAddress}`, false);
    await visit(page, `${pages.backofficeCallbacks}?q=${inAddress}`, false);
  });
});
