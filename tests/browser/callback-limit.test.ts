/** Too many callback requests from one address: the response of the API and the message of the form. */
import { expect, setDefaultTimeout, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { callbackFormHydrated, desktop, unprovoked } from '#tests/support/browser';
import { onPage, setStage } from '#tests/support/stage';

setDefaultTimeout(60_000);
const stage = setStage({ RATE_LIMIT: 'on' });

const wish = {
  name: 'Lena Übelacker',
  phone: '030 23125 106',
  email: 'lena@post.example',
  preferredTime: '',
};

async function fill(page: Page) {
  await page.getByLabel('Name', { exact: true }).fill(wish.name);
  await page.getByLabel('Telefon').fill(wish.phone);
  await page.getByLabel('E-Mail').fill(wish.email);
  await page.getByRole('checkbox', { name: /Ich stimme zu/ }).check();
}

test('of 20 requests in a minute five are accepted, and the form explains the limit with and without JavaScript', async () => {
  const answers = [];
  for (let count = 0; count < 20; count += 1) {
    answers.push(
      await fetch(`${stage.server.url}/api/callback-requests`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ ...wish, dataProcessingConsent: true }),
      }),
    );
  }
  expect(answers.map(({ status }) => status)).toEqual([...Array(5).fill(201), ...Array(15).fill(429)]);
  expect(Number(answers.at(-1)?.headers.get('retry-after'))).toBeWithin(1, 61);

  const problems = await onPage(stage, desktop, async ({ page }) => {
    await page.goto(`${stage.server.url}/#callback`);
    await page.getByRole('button', { name: 'Alle ablehnen' }).click();
    await page.getByRole('button', { name: 'Rückruf anfordern' }).scrollIntoViewIfNeeded();
    await callbackFormHydrated(page);
    await fill(page);
    await page.getByRole('button', { name: 'Rückruf anfordern' }).click();
    await page
      .getByText('Sie haben gerade mehrere Anfragen gesendet. Bitte versuchen Sie es in einer Minute erneut.')
      .waitFor();
    expect(await page.getByLabel('E-Mail').inputValue()).toBe(wish.email);
  });
  expect(unprovoked(problems, /Callback request failed|status of 429/)).toEqual([]);

  const context = await stage.browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(stage.server.url);
  await fill(page);
  const [response] = await Promise.all([
    page.waitForResponse((one) => one.request().method() === 'POST'),
    page.getByRole('button', { name: 'Rückruf anfordern' }).click(),
  ]);
  expect(response.status()).toBe(429);
  expect(Number(await response.headerValue('retry-after'))).toBeWithin(1, 61);
  await page.getByText('Von Ihrem Anschluss kamen gerade mehrere Rückrufwünsche.').waitFor();
  // as the page says
  await page.goBack();
  expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe(wish.name);
  await context.close();
});
