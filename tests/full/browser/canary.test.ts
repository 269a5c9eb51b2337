/** Markup in every field of the public forms: staff, mails and refused forms have it as text, and no script in it runs. */
// ASVS 1.1.2, 1.2.1, 1.2.3, 3.2.2
import { expect, setDefaultTimeout, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { api, href, pages } from '#domain/urls';
import { onCleanPage } from '#tests/browser/page-checks';
import { canary, email, inAddress, long, visit, wish } from '#tests/browser/typed-markup';
import { desktop } from '#tests/support/browser';
import { openAt } from '#tests/support/journey';
import { bearer, call, enter, hire } from '#tests/support/staff';
import { setStage } from '#tests/support/stage';

setDefaultTimeout(120_000);
const stage = setStage();

/** The number of elements that a browser creates from typed markup in this HTML. */
const strangers = (page: Page, html: string) =>
  page.evaluate(
    (text) =>
      new DOMParser()
        .parseFromString(text, 'text/html')
        .querySelectorAll('kanari, img[src=x], [onclick], [onerror], script:not([src]):not([type])').length,
    html,
  );

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
      await visit(page, `${url}${href(pages.backofficeApplication, { id })}?tab=${tab}`);
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
      await visit(page, url + path);
    await visit(page, `${url}${pages.backofficeApplications}?q=${inAddress}`, false);
    await visit(page, `${url}${pages.backofficeCallbacks}?q=${inAddress}`, false);
  });
});
