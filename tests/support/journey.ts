/** The wizard as a visitor fills it in, one function per step. */
import type { Locator, Page } from 'playwright-core';
import type { SetInput } from '#domain/application';
import { addDays, berlinDay } from '#domain/dates';
import { adviceWaiver } from '#domain/law/wordings';
import { setKeys, steps } from '#domain/steps/all';
import { api, href, pages } from '#domain/urls';
import { johanna } from './people';
import { until } from './until';

export const next = (page: Page) => page.getByRole('button', { name: 'Weiter' }).click();
export const back = (page: Page) => page.getByRole('button', { name: 'Zurück' }).click();
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 2, name }).waitFor();
export const tomorrow = () => addDays(berlinDay(new Date()), 1);

/** The form control with exactly this label. */
export const control = (page: Page, label: string): Locator =>
  page.getByRole('main').getByLabel(label, { exact: true });

/** The card of a tariff on the third step. */
export const card = (page: Page, tariff: string): Locator =>
  page.getByRole('article').filter({ has: page.getByRole('radio', { name: tariff, exact: true }) });

/** Waits until a step of the wizard is shown and its data is loaded. */
export async function atStep(page: Page, step: number) {
  await heading(page, titles[step - 1] ?? '');
  await page.getByText('Ihre Versicherung wird geladen...').waitFor({ state: 'detached' });
}

/** Waits for the toast with exactly this title and, if given, exactly this sentence. */
export async function toast(page: Page, title: string, sentence?: string) {
  const region = page.getByRole('region', { name: 'Meldungen' });
  let shown = region.getByRole('listitem').filter({ has: page.getByText(title, { exact: true }) });
  if (sentence) shown = shown.filter({ has: page.getByText(sentence, { exact: true }) });
  await shown.waitFor();
  return shown;
}

/** Stops the timers that a page sets from now on: a toast stays until it is closed, on a slow machine too. */
export async function holdToasts(page: Page) {
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 3_600_000);
}

/** Ticks the waiver in the overview or takes it back. It shows that a moment after the click, too late for `check`. */
export async function turnWaiver(page: Page, checked = true) {
  const box = { name: adviceWaiver.sentence, exact: true };
  await page.getByRole('checkbox', box).click();
  await page.getByRole('checkbox', { ...box, checked }).waitFor();
}

type Arrival = { person?: SetInput; sets?: number; id?: string };

/**
 * Opens an application of this browser at a step. The data sets before the step are stored through the API. The
 * insurance of `person` starts tomorrow.
 */
export async function openAt(page: Page, url: string, step: number, given: Arrival = {}): Promise<string> {
  const { person = johanna, sets = step - 1, id = crypto.randomUUID() } = given;
  const stored = { ...person, 'horse-data': { ...person['horse-data'], insuranceStartDate: tomorrow() } };
  for (const key of setKeys.slice(0, sets))
    await send(page, 'POST', url + href(api.set(key), { id }), stored[key]);
  if (sets > 0) await send(page, 'PUT', url + href(api.step, { id }), { step });
  await page.goto(url + href(pages.application, { id }));
  await atStep(page, step);
  return id;
}

/** Calls the API with the cookies of the page. @throws if the API refuses */
export async function send(page: Page, method: 'POST' | 'PUT', address: string, data: object) {
  const response = await page.request.fetch(address, { method, data });
  if (!response.ok()) throw new Error(`${method} ${address}: ${response.status()} ${await response.text()}`);
}

/** Waits until the server has stored the step: a reload would open it. */
export async function storedStep(page: Page, url: string, id: string, step: number) {
  const address = url + href(api.application, { id });
  await until(async () => (await (await page.request.get(address)).json()).currentStep === step);
}

/** Opens a new application from the address without an id; returns its id. */
export async function openWizard(page: Page, url: string): Promise<string> {
  await page.goto(`${url}/application`);
  await page.waitForURL(/\/application\/[0-9a-f-]{36}$/);
  await atStep(page, 1);
  return page.url().split('/').at(-1) ?? '';
}

export async function fillHorse(page: Page, birthDate = '2017-04-12') {
  await page.getByLabel('Name des Pferdes').fill('Fjölnir vom Lindenhof');
  await page.getByLabel('Geburtsdatum').fill(birthDate);
  await page.getByLabel('Geschlecht').selectOption('gelding');
  await page.getByRole('checkbox').first().check();
}

export async function fillContact(page: Page, email = 'johanna.sommer@example.org') {
  await page.getByLabel('Anrede').selectOption('mrs');
  await page.getByLabel('Vorname').fill('Johanna');
  await page.getByLabel('Nachname').fill('Sommer');
  await page.getByLabel('E-Mail').fill(email);
  await page.getByLabel('Telefon').fill('030 23125 100');
  await page.getByRole('checkbox').first().check();
}

async function fillTariff(page: Page) {
  await page.getByRole('radio', { name: 'Top-OP-Schutz' }).check();
}

async function fillPolicyholder(page: Page) {
  await page.getByLabel('Geburtsdatum').fill('1984-09-30');
  await page.getByLabel('Straße').fill('Lindenallee');
  await page.getByLabel('Hausnummer').fill('12a');
  await page.getByLabel('PLZ').fill('14193');
  await page.getByLabel('Ort').fill('Berlin');
}

async function fillMandate(page: Page) {
  await page.getByLabel('IBAN').fill('DE89 3704 0044 0532 0130 00');
  await page.getByLabel('IBAN').blur();
  const bank = page.getByLabel('Name der Bank');
  await until(async () => (await bank.inputValue()) !== '');
  await page.getByRole('checkbox').first().check();
}

export const titles = steps.map(({ title }) => title);
/** Fill in the five forms. `detail` is the birth date of the horse and the address of the contact. */
export const fills: ((page: Page, detail?: string) => Promise<void>)[] = [
  fillHorse,
  fillContact,
  fillTariff,
  fillPolicyholder,
  fillMandate,
];
