/** The callback form: states, messages, refusals, and the source in the address. */
import { expect, setDefaultTimeout, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { api, href } from '#domain/urls';
import { axeViolations, callbackFormHydrated, desktop, phone, unprovoked } from '#tests/support/browser';
import { bearer, call, tokenOf } from '#tests/support/staff';
import { onPage, setStage, staffAddress } from '#tests/support/stage';
import { onCleanPage } from './page-checks';

setDefaultTimeout(60_000);
const stage = setStage();

const endpoint = '**/api/callback-requests**';
const failure = 'Es ist ein Fehler aufgetreten. Bitte versuchen Sie es später erneut.';
/** The console messages of the form and of the browser when a request fails. */
const failedRequest = /Callback request failed|Failed to load resource/;
let visitors = 0;

/** A visitor with an e-mail address that no other test uses. */
function someone() {
  visitors += 1;
  return {
    name: 'Jürgen Nowak',
    phone: '030 23125 107',
    email: `nowak.${visitors}@post.example`,
    time: 'nach 17 Uhr',
  };
}

const button = (page: Page) => page.getByRole('button', { name: 'Rückruf anfordern' });
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });

/** Opens the page at its form and waits until that is hydrated. */
async function openForm(page: Page, query = '') {
  await page.goto(`${stage.server.url}/${query}#callback`);
  const reject = page.getByRole('button', { name: 'Alle ablehnen' });
  if (await reject.isVisible()) await reject.click();
  await button(page).scrollIntoViewIfNeeded();
  await callbackFormHydrated(page);
}

async function fill(page: Page, { name, phone: number, email, time }: ReturnType<typeof someone>) {
  await field(page, 'Name').fill(name);
  await field(page, 'Telefon').fill(number);
  await field(page, 'E-Mail').fill(email);
  await field(page, 'Gewünschte Rückrufzeit').fill(time);
  await page.getByRole('checkbox', { name: /Ich stimme zu/ }).check();
}

async function entries(page: Page) {
  const labels = ['Name', 'Telefon', 'E-Mail', 'Gewünschte Rückrufzeit'];
  const [name, number, email, time] = await Promise.all(
    labels.map((label) => field(page, label).inputValue()),
  );
  return { name, phone: number, email, time };
}

/** How much of what has the focus is above the screen or below the header, in pixels. */
function hiddenAbove(): number {
  const bar = document.querySelector('header')?.getBoundingClientRect().bottom ?? 0;
  return Math.max(0, bar - (document.activeElement?.getBoundingClientRect().top ?? 0));
}

/** The mails to and about a visitor, once there are `count` of them. */
async function mailsAbout({ email }: { email: string }, count: number) {
  for (let wanted = 1; ; wanted += 1) {
    const all = await stage.mails.received(wanted);
    const about = all.filter(({ raw }) => raw.includes(email));
    if (about.length >= count) return about;
    wanted = all.length;
  }
}

test('the form shows that it sends, thanks the visitor, and can be opened again empty', async () => {
  const visitor = someone();
  await onCleanPage(stage, phone, async ({ page }) => {
    const gate = Promise.withResolvers<void>();
    await page.route(endpoint, async (route) => {
      await gate.promise;
      await route.continue();
    });
    await openForm(page);
    expect(await axeViolations(page)).toEqual([]);
    await fill(page, visitor);
    await button(page).click();
    const busy = page.getByRole('button', { name: 'Wird gesendet...' });
    await busy.waitFor();
    expect(await busy.isDisabled()).toBe(true);
    gate.resolve();
    await page.getByText('Rückrufanfrage erfolgreich', { exact: true }).waitFor();
    await page
      .getByText('Vielen Dank für Ihre Anfrage. Wir werden uns schnellstmöglich bei Ihnen melden.', {
        exact: true,
      })
      .waitFor();
    await page.getByRole('heading', { name: 'Vielen Dank, wir rufen Sie an' }).waitFor();
    // the form was taller, and its button below what the visitor is to see
    await page.locator('#callback [tabindex="-1"]:focus').waitFor();
    expect(await page.evaluate(hiddenAbove)).toBe(0);
    expect(await page.locator('#callback form').getByRole('textbox').count()).toBe(0);
    expect(await axeViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Neue Anfrage' }).click();
    await button(page).waitFor();
    await page.locator('[name=name]:focus').waitFor();
    expect(await entries(page)).toEqual({ name: '', phone: '', email: '', time: '' });
    expect(await page.getByRole('checkbox', { name: /Ich stimme zu/ }).isChecked()).toBe(false);
  });
  const mails = await mailsAbout(visitor, 2);
  expect(mails.flatMap(({ to }) => to).sort()).toEqual([staffAddress, visitor.email].sort());
});

test('each invalid field has its message, and the first one gets the focus', async () => {
  await onCleanPage(stage, desktop, async ({ page }) => {
    await openForm(page);
    await field(page, 'E-Mail').fill('a@post.example, b@post.example');
    await button(page).click();
    const messages = {
      name: 'Bitte geben Sie Ihren Namen ein',
      phone: 'Bitte geben Sie Ihre Telefonnummer ein',
      email: 'Bitte geben Sie eine gültige E-Mail-Adresse ein',
      preferredTime: null,
      dataProcessingConsent: 'Sie müssen der Datenverarbeitung zustimmen',
    };
    await page.getByText(messages.name).waitFor();
    const shown = await page.locator('#callback form').evaluate((form) =>
      Object.fromEntries(
        [...form.querySelectorAll<HTMLInputElement>('input:not([type=hidden])')].map((input) => {
          const ids = input.getAttribute('aria-describedby')?.split(' ') ?? [];
          const words = ids.map((id) => document.getElementById(id)?.lastChild?.textContent).join(' ');
          return [input.name, input.getAttribute('aria-invalid') === 'true' ? words : null];
        }),
      ),
    );
    expect(shown).toEqual(messages);
    const red = await page.getByText(messages.name).evaluate((text) => getComputedStyle(text).color);
    expect(red).toBe('rgb(163, 38, 28)');
    expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('name');
    expect(await axeViolations(page)).toEqual([]);
    await fill(page, someone());
    await button(page).click();
    await page.getByRole('button', { name: 'Neue Anfrage' }).waitFor();
  });
});

test.each([
  ['the server is unreachable', null],
  ['the server fails', 500],
  ['nothing can be stored', 503],
])('when %s the form shows an error, keeps the entries and can be sent again', async (_, status) => {
  const visitor = someone();
  const problems = await onPage(stage, desktop, async ({ page }) => {
    await openForm(page);
    await fill(page, visitor);
    await page.route(endpoint, (route) => (status ? route.fulfill({ status, body: '{}' }) : route.abort()));
    await button(page).click();
    await page.getByText('Fehler', { exact: true }).waitFor();
    await page.getByText(failure, { exact: true }).waitFor();
    expect(await entries(page)).toEqual(visitor);
    expect(await button(page).isEnabled()).toBe(true);
    await page.unroute(endpoint);
    await button(page).click();
    await page.getByRole('button', { name: 'Neue Anfrage' }).waitFor();
  });
  expect(unprovoked(problems, failedRequest)).toEqual([]);
  expect(await mailsAbout(visitor, 2)).toHaveLength(2);
});

test('a double click sends one request', async () => {
  const visitor = someone();
  let sent = 0;
  const problems = await onPage(stage, desktop, async ({ page }) => {
    page.on('request', (request) => {
      if (request.method() === 'POST') sent += 1;
    });
    await openForm(page);
    await fill(page, visitor);
    await button(page).dblclick();
    await page.getByRole('button', { name: 'Neue Anfrage' }).waitFor();
  });
  expect([problems, sent]).toEqual([[], 1]);
});

test.each([
  ['5,000 characters', 'x'.repeat(5000), 'x'.repeat(100)],
  ['emoji, which must not be cut in half', `a${'🐴'.repeat(150)}`, `a${'🐴'.repeat(49)}`],
  ['markup', '"><script>alert(1)</script><b>', '"><script>alert(1)</script><b>'],
  ['control characters', 'mes\u0000se\r\nBcc: x\u202e', 'messe Bcc: x'],
  ['nothing visible', '\u0007', 'website'],
])('a source of %s reaches the staff safely', async (_, source, expected) => {
  const visitor = someone();
  await onCleanPage(stage, desktop, async ({ page }) => {
    await openForm(page, `?source=${encodeURIComponent(source)}`);
    await fill(page, visitor);
    await button(page).click();
    await page.getByRole('button', { name: 'Neue Anfrage' }).waitFor();
    expect(await page.locator('#callback script, #callback b').count()).toBe(0);
  });
  const mails = await mailsAbout(visitor, 2);
  const toStaff = mails.find(({ to }) => to.includes(staffAddress));
  const isPlain = expected === 'website';
  expect(toStaff?.email.text).toContain(
    `Quelle: ${isPlain ? expected : 'wie auf unserer Website angegeben'}\n`,
  );
  const { url } = stage.server;
  const listed = await call(url, 'GET', api.staffCallbacks, undefined, bearer(await tokenOf(url)));
  const stored = (await listed.json()) as { email: string; source: string }[];
  expect(stored.find(({ email }) => email === visitor.email)?.source).toBe(expected);
});

test.each([
  ['', 'website'],
  ['?source=newsletter', 'newsletter'],
])('a request from "/%s" is a lead event with contact data, which is in no URL', async (query, source) => {
  const visitor = someone();
  const urls: string[] = [];
  await onCleanPage(stage, desktop, async ({ page }) => {
    // the server is asked about the domain of an address, and about nothing else
    const asked = stage.server.url + href(api.emailDomain, { domain: 'post.example' });
    page.on('request', (request) => urls.push(decodeURIComponent(request.url()).replace(asked, '')));
    await page.goto(stage.server.url);
    await page.getByRole('button', { name: 'Alle akzeptieren' }).click();
    await openForm(page, query);
    await fill(page, visitor);
    await button(page).click();
    await page.getByRole('button', { name: 'Neue Anfrage' }).waitFor();
    const leads = await page.evaluate(() => window.dataLayer?.filter(({ event }) => event === 'lead'));
    const { time, ...contact } = visitor;
    expect(leads).toEqual([
      {
        event: 'lead',
        lead: {
          type: 'callback_request',
          source,
          ...contact,
          preferredTime: time,
          timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
        },
      },
    ]);
    urls.push(decodeURIComponent(page.url()));
  });
  expect(urls.filter((url) => /nowak|post\.example|23125|17 Uhr/i.test(url))).toEqual([]);
});

test('without consent a callback request sends no event', async () => {
  await onCleanPage(stage, desktop, async ({ page }) => {
    await openForm(page);
    await fill(page, someone());
    await button(page).click();
    await page.getByRole('button', { name: 'Neue Anfrage' }).waitFor();
    expect(await page.evaluate(() => 'dataLayer' in window)).toBe(false);
  });
});

test('the consent of the form links to the privacy statement', async () => {
  await onCleanPage(stage, desktop, async ({ page }) => {
    await openForm(page);
    const opened = page.waitForEvent('popup');
    await page.locator('#callback').getByRole('link', { name: 'Datenschutzerklärung' }).click();
    await (await opened).waitForURL(`${stage.server.url}/datenschutz`);
  });
});
