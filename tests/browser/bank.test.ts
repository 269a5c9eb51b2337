/** Bank data as visitors type it: with any blanks, in any case, of any bank and SEPA country. */
import { expect, setDefaultTimeout, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { axeViolations, desktop, unprovoked } from '#tests/support/browser';
import { atStep, control, holdToasts, next, openAt, toast } from '#tests/support/journey';
import { onPage, setSharedStage } from '#tests/support/stage';

setDefaultTimeout(90_000);
const stage = setSharedStage();
const cologne = 'DE89 3704 0044 0532 0130 00';
/** A valid IBAN with a bank code that no bank has. */
const nowhere = 'DE36 0000 0000 0000 0000 00';

async function typeIban(page: Page, iban: string) {
  await control(page, 'IBAN').fill(iban);
  await control(page, 'IBAN').blur();
}

/** Waits until a field shows this value. */
async function shows(page: Page, label: string, value: string | RegExp) {
  const pattern = typeof value === 'string' ? `^${RegExp.escape(value)}$` : value.source;
  const field = await control(page, label).elementHandle();
  await page.waitForFunction(([input, text]) => new RegExp(text).test(input.value), [
    field as unknown as HTMLInputElement,
    pattern,
  ] as const);
}

/** Opens step 5 and runs `act` there. No problems may occur on the page, except provoked ones. */
async function atMandate(act: (page: Page) => Promise<void>, provoked?: RegExp) {
  const problems = await onPage(stage, desktop, async ({ page }) => {
    await openAt(page, stage.server.url, 5);
    await act(page);
  });
  expect(provoked ? unprovoked(problems, provoked) : problems).toEqual([]);
}

test('an IBAN in any spelling is grouped when its field is left, and its bank is filled in', async () => {
  await atMandate(async (page) => {
    const ways = [
      'DE89370400440532013000',
      'de89 3704 0044 0532 0130 00',
      'DE89\u00a03704\u202f0044 0532\u00a00130 00',
      '  De893704 00440 532013000 ',
    ];
    for (const typed of ways) {
      await control(page, 'BIC').fill('');
      await control(page, 'Name der Bank').fill('');
      await typeIban(page, '');
      await typeIban(page, typed);
      expect(await control(page, 'IBAN').inputValue()).toBe(cologne);
      await shows(page, 'BIC', 'COBADEFFXXX');
      await shows(page, 'Name der Bank', /Commerzbank/);
    }
  });
});

test('bank data is sent without blanks and shown on the overview', async () => {
  await atMandate(async (page) => {
    await typeIban(page, cologne.toLowerCase());
    await control(page, 'BIC').fill('COBA DE FF XXX');
    await control(page, 'Name der Bank').fill('Commerzbank');
    await page.getByRole('checkbox').check();
    const [request] = await Promise.all([page.waitForRequest('**/sepa-mandate'), next(page)]);
    await atStep(page, 6);
    await page.getByText('DE89…3000').waitFor();
    await page.getByText('COBADEFFXXX', { exact: true }).waitFor();
    expect(request.postDataJSON()).toEqual({
      accountHolder: 'Johanna Sommer',
      iban: 'DE89370400440532013000',
      bic: 'COBADEFFXXX',
      bankName: 'Commerzbank',
      mandateConsent: true,
    });
  });
});

test('another IBAN fills in its own bank, and an unknown bank leaves the fields to the visitor', async () => {
  await atMandate(async (page) => {
    await typeIban(page, cologne);
    await shows(page, 'BIC', 'COBADEFFXXX');
    await typeIban(page, 'DE48 1001 0010 0000 1383 01');
    await shows(page, 'BIC', /^PBNKDEFF/);
    await shows(page, 'Name der Bank', /Postbank/);
    await control(page, 'BIC').fill('MARKDEFF');
    await control(page, 'Name der Bank').fill('Bundesbank');
    const [answer] = await Promise.all([
      page.waitForResponse('**/api/banks/00000000'),
      typeIban(page, nowhere),
    ]);
    expect(answer.status()).toBe(404);
    expect(await control(page, 'BIC').inputValue()).toBe('MARKDEFF');
    await page.getByRole('checkbox').check();
    await next(page);
    await atStep(page, 6);
    await page.getByText('Bundesbank').waitFor();
  });
});

test('a bank typed by the visitor stays, before and after the IBAN is typed', async () => {
  await atMandate(async (page) => {
    await control(page, 'Name der Bank').fill('Meine Hausbank');
    await typeIban(page, cologne);
    await shows(page, 'BIC', 'COBADEFFXXX');
    expect(await control(page, 'Name der Bank').inputValue()).toBe('Meine Hausbank');
    await control(page, 'BIC').fill('COBADEFF');
    await Promise.all([
      page.waitForResponse('**/api/banks/10010010'),
      typeIban(page, 'DE48100100100000138301'),
    ]);
    await page.getByRole('checkbox').check();
    await next(page);
    await atStep(page, 6);
    for (const text of ['DE48…8301', 'COBADEFF', 'Meine Hausbank']) {
      await page.getByText(text, { exact: true }).waitFor();
    }
  });
});

test('the step can be saved when the bank list is unreachable', async () => {
  await atMandate(async (page) => {
    await page.route('**/api/banks/*', (route) => route.abort());
    await typeIban(page, cologne);
    await control(page, 'BIC').fill('COBADEFFXXX');
    await control(page, 'Name der Bank').fill('Commerzbank');
    await page.getByRole('checkbox').check();
    await next(page);
    await atStep(page, 6);
  }, /ERR_FAILED/);
});

test.each([
  ['Austria', 'at61 1904 3002 3457 3201', 'BKAUATWW', 'AT61…3201'],
  ['the Netherlands', 'NL91ABNA0417164300', 'ABNANL2AXXX', 'NL91…4300'],
])('an account in %s is accepted', async (_, iban, bic, shown) => {
  await atMandate(async (page) => {
    await typeIban(page, iban);
    await control(page, 'BIC').fill(bic);
    await control(page, 'Name der Bank').fill('Eine Bank');
    await page.getByRole('checkbox').check();
    await next(page);
    await atStep(page, 6);
    await page.getByText(shown).waitFor();
  });
});

test('an invalid IBAN or BIC is marked and explained in a toast', async () => {
  await atMandate(async (page) => {
    await page.getByRole('checkbox').check();
    await control(page, 'Name der Bank').fill('Commerzbank');
    await control(page, 'BIC').fill('COBADEFFXXX');
    await holdToasts(page);
    await typeIban(page, cologne);
    for (const bic of ['1OBADEFF', 'COBADEFFXX']) {
      await control(page, 'BIC').fill(bic);
      await next(page);
      const shown = await toast(page, 'Ungültige BIC', 'Bitte geben Sie eine gültige BIC ein.');
      expect(await control(page, 'BIC').getAttribute('aria-invalid')).toBe('true');
      await shown.getByRole('button', { name: 'Schließen' }).click();
      await shown.waitFor({ state: 'detached' });
    }
    await control(page, 'BIC').fill('COBADEFFXXX');
    // a valid IBAN outside SEPA, and one wrong digit, Austrian and German
    for (const iban of ['TR330006100519786457841326', 'AT611904300234573202', 'DE89370400440532013001']) {
      await typeIban(page, iban);
      await next(page);
      const shown = await toast(page, 'Ungültige IBAN', 'Bitte geben Sie eine gültige IBAN ein.');
      expect(await control(page, 'IBAN').getAttribute('aria-invalid')).toBe('true');
      await shown.getByRole('button', { name: 'Schließen' }).click();
      await shown.waitFor({ state: 'detached' });
    }
    await page.clock.resume();
    expect(await axeViolations(page)).toEqual([]);
    await atStep(page, 5);
  });
});
