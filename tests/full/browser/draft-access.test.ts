/** Open applications that belong to a browser (`DRAFT_ACCESS=browser`), and links that are ended. */
import { expect, setDefaultTimeout, test } from 'bun:test';
import { linkSentTitle } from '#domain/access-links';
import { foreignAddress } from '#domain/steps/sets';
import { href, pages } from '#domain/urls';
import { descriptionOf, onCleanPage, overflow } from '#tests/browser/page-checks';
import { axeViolations, desktop, openPage, phone, unprovoked } from '#tests/support/browser';
import { atStep, card, control, fills, next, openAt } from '#tests/support/journey';
import { linkIn } from '#tests/support/mail-links';
import { johanna } from '#tests/support/people';
import { setStage } from '#tests/support/stage';
import { foreignTitle } from '#web/wizard/ForeignPage.tsx';

setDefaultTimeout(60_000);
const stage = setStage({ DRAFT_ACCESS: 'browser' });
const foreign = { level: 1, name: foreignTitle } as const;

const personAt = (email: string) => ({
  ...johanna,
  'contact-data': { ...johanna['contact-data'], email },
});

async function mailed(address: string, place: string): Promise<string> {
  const mail = await stage.mails.find((one) => one.to.includes(address) && linkIn(one, place) !== '');
  return stage.server.url + linkIn(mail, place);
}

test('an application that another browser began offers its link, and the link opens it', async () => {
  const address = 'browser@post.example';
  const began = await openPage(stage.browser, desktop);
  const id = await openAt(began.page, stage.server.url, 3, { person: personAt(address) });
  await onCleanPage(stage, { width: 320, height: 640 }, async ({ page }) => {
    await page.goto(stage.server.url + href(pages.application, { id }));
    await page.getByRole('heading', foreign).waitFor();
    expect(await page.getByRole('button', { name: 'Weiter' }).count()).toBe(0);
    expect(await axeViolations(page)).toEqual([]);
    expect(await overflow(page)).toBe(0);
    await page.getByRole('button', { name: 'Zugangslink anfordern' }).click();
    await page.getByRole('heading', { level: 1, name: linkSentTitle }).waitFor();
  });
  const link = await mailed(address, 'fortsetzen');
  const other = await openPage(stage.browser, phone);
  await other.page.goto(link);
  await atStep(other.page, 3);
  await other.page.getByRole('button', { name: 'Zurück' }).click();
  await atStep(other.page, 2);
  await next(other.page);
  await atStep(other.page, 3);
  // the browser that began it corrects the address: the link ends, and what was opened with it, too
  await began.page.getByRole('button', { name: 'Zurück' }).click();
  await atStep(began.page, 2);
  await control(began.page, 'E-Mail').fill('richtig@post.example');
  await next(began.page);
  await atStep(began.page, 3);
  await other.page.getByRole('button', { name: 'Zurück' }).click();
  await other.page.getByRole('heading', foreign).waitFor();
  expect(unprovoked(other.problems, /status of 404/)).toEqual([]);
  expect(began.problems).toEqual([]);
  for (const { context } of [began, other]) await context.close();
});

test('who came by the link of somebody else begins an application of their own', async () => {
  const address = 'fremd@post.example';
  const began = await openPage(stage.browser, desktop);
  const id = await openAt(began.page, stage.server.url, 2, { person: personAt(address), sets: 3 });
  await began.page.getByRole('button', { name: 'Später fortsetzen' }).click();
  await began.page.getByRole('heading', { level: 1, name: linkSentTitle }).waitFor();
  const link = await mailed(address, 'fortsetzen');
  const guest = await openPage(stage.browser, { width: 320, height: 640 });
  const { page } = guest;
  await page.goto(link);
  await atStep(page, 2);
  await page.getByText('Dieser Antrag gehört zu f…@post.example.', { exact: true }).waitFor();
  expect([await axeViolations(page), await overflow(page)]).toEqual([[], 0]);
  await control(page, 'E-Mail').fill('robin@mail.example');
  await next(page);
  const dialog = page.getByRole('dialog', { name: foreignAddress });
  await dialog.waitFor();
  expect([await axeViolations(page), await overflow(page)]).toEqual([[], 0]);
  await dialog.getByRole('button', { name: 'Zurück zum Schritt' }).click();
  expect(await descriptionOf(control(page, 'E-Mail'))).toContain(foreignAddress);
  await next(page);
  await dialog.getByRole('button', { name: 'Neuen Antrag beginnen' }).click();
  await atStep(page, 1);
  expect(page.url()).not.toContain(id);
  await fills[0]?.(page);
  await next(page);
  await atStep(page, 2);
  expect(await control(page, 'E-Mail').inputValue()).toBe('');
  await fills[1]?.(page, 'robin@mail.example');
  await next(page);
  await atStep(page, 3);
  const { paymentFrequency, selfParticipation } = johanna['tariff-selection'];
  expect(await page.getByRole('radio', { name: 'Top-OP-Schutz' }).isChecked()).toBe(true);
  expect(await control(page, 'Zahlweise').inputValue()).toBe(String(paymentFrequency));
  const deductible = card(page, 'Top-OP-Schutz').getByRole('combobox');
  expect(await deductible.inputValue()).toBe(String(selfParticipation));
  expect(unprovoked(guest.problems, /status of 409/)).toEqual([]);
  expect(began.problems).toEqual([]);
  for (const { context } of [began, guest]) await context.close();
});
