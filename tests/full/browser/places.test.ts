/** The place that a postal code fills in, and what is said beneath both fields. */
import { describe, expect, setDefaultTimeout, test } from 'bun:test';
import type { Page, Route } from 'playwright-core';
import { api, href } from '#domain/urls';
import { descriptionOf, onCleanPage, overflow } from '#tests/browser/page-checks';
import { axeViolations, desktop } from '#tests/support/browser';
import { control, openAt } from '#tests/support/journey';
import { johanna } from '#tests/support/people';
import { setSharedStage } from '#tests/support/stage';
import { until } from '#tests/support/until';

setDefaultTimeout(60_000);
const stage = setSharedStage();
const narrow = { width: 320, height: 640 };
const foreign = 'Wir versichern Pferde in Deutschland.';
const several = 'Mehrere Orte haben diese PLZ. Bitte wählen Sie einen aus.';
const calls = '**/api/places/*';

const zipCode = (page: Page) => control(page, 'PLZ');
const city = (page: Page) => control(page, 'Ort');
const callFor = (code: string) => stage.server.url + href(api.places, { zipCode: code });
const choices = (page: Page) =>
  city(page).evaluate((one: HTMLInputElement) => Array.from(one.list?.options ?? [], ({ value }) => value));
/** Two tasks later whatever has arrived is read and shown. */
const settled = (page: Page) =>
  page.evaluate(() => new Promise((done) => setTimeout(() => setTimeout(done))));

/** Replaces the code by keyboard. */
async function type(page: Page, code: string) {
  await zipCode(page).focus();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(code);
}

async function typeAndWait(page: Page, code: string) {
  const answered = page.waitForResponse(callFor(code));
  await type(page, code);
  await (await answered).finished();
  await settled(page);
}

/** Answers of the codes wait until they are let go. */
async function hold(page: Page) {
  const held = new Map<string, Route>();
  await page.route(calls, (route) => void held.set(route.request().url(), route));
  const arrived = (code: string) => until(() => held.has(callFor(code)));
  const release = async (code: string) => {
    const answered = page.waitForResponse(callFor(code));
    await held.get(callFor(code))?.continue();
    await (await answered).finished();
    await settled(page);
  };
  return { arrived, release };
}

const onStep = (step: number, act: (page: Page) => Promise<void>, size = desktop) =>
  onCleanPage(stage, size, async ({ page }) => {
    await openAt(page, stage.server.url, step);
    await act(page);
  });

describe('the place of a postal code', () => {
  test('is offered with others where several have the code, at 320 px', async () => {
    await onStep(
      4,
      async (page) => {
        await type(page, '88131');
        await page.getByText(several, { exact: true }).waitFor();
        expect(await choices(page)).toEqual(['Bodolz', 'Lindau (Bodensee)']);
        expect(await city(page).inputValue()).toBe('');
        expect(await descriptionOf(city(page))).toBe(several);
        expect(await overflow(page)).toBe(0);
        expect(await axeViolations(page)).toEqual([]);
        await city(page).focus();
        await page.keyboard.type('Bo');
        await page.getByText(several).waitFor({ state: 'detached' });
        expect(await city(page).getAttribute('aria-describedby')).toBeNull();
        await typeAndWait(page, '10115');
        expect(await city(page).inputValue()).toBe('Bo');
        expect(await choices(page)).toEqual([]);
      },
      narrow,
    );
  });

  test('stays away where somebody emptied the field, and is what the first key replaces', async () => {
    await onStep(4, async (page) => {
      const asked: string[] = [];
      page.on('request', (request) => asked.push(request.url()));
      const { arrived, release } = await hold(page);
      await type(page, '21335');
      await arrived('21335');
      await page.keyboard.press('Tab');
      await release('21335');
      await until(async () => (await city(page).inputValue()) === 'Lüneburg');
      await page.keyboard.type('B');
      expect(await city(page).inputValue()).toBe('B');
      await page.keyboard.press('Backspace');
      await page.keyboard.press('Tab');
      await zipCode(page).focus();
      await city(page).focus();
      await settled(page);
      expect(await city(page).inputValue()).toBe('');
      expect(asked.filter((url) => url === callFor('21335'))).toHaveLength(1);
    });
  });

  test.each([
    ['the answer', calls],
    ['the script of the hints', '**/assets/*.js'],
  ])('stays away where somebody emptied the field before %s had arrived', async (_, late) => {
    await onCleanPage(stage, desktop, async ({ page }) => {
      await openAt(page, stage.server.url, 4, { sets: 5 });
      expect(await city(page).inputValue()).toBe(johanna['policyholder-info'].city);
      const { promise: free, resolve: release } = Promise.withResolvers<void>();
      await page.route(late, (route) => free.then(() => route.continue()));
      const asked = page.waitForRequest(late);
      await city(page).focus();
      await asked;
      const answered = page.waitForResponse(calls);
      await city(page).fill('');
      release();
      await (await answered).finished();
      await settled(page);
      expect(await city(page).inputValue()).toBe('');
    });
  });

  test.each([
    ['before', 0],
    ['after', 1],
  ])('leaves what the browser fills in, when the answer comes %s', async (_, late) => {
    await onStep(4, async (page) => {
      const { arrived, release } = await hold(page);
      await zipCode(page).focus();
      // the script is there as soon as a first code is asked for
      await type(page, '10115');
      await arrived('10115');
      if (!late) await release('10115');
      await page.evaluate(() => {
        for (const [name, value] of Object.entries({ zipCode: '21335', city: 'Lüneburg-Ochtmissen' })) {
          const field = document.querySelector<HTMLInputElement>(`[name=${name}]`);
          Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, value);
          for (const type of ['input', 'change']) field?.dispatchEvent(new Event(type, { bubbles: true }));
        }
      });
      await arrived('21335');
      await release('21335');
      if (late) await release('10115');
      expect(await city(page).inputValue()).toBe('Lüneburg-Ochtmissen');
    });
  });
});

test('fields that share a row stand below one another at 320 px and twice the size of text', async () => {
  await onStep(
    4,
    async (page) => {
      await page.evaluate(() => {
        document.documentElement.style.fontSize = '200%';
      });
      await type(page, 'A-1010');
      await page.keyboard.press('Tab');
      await page.getByText(foreign).waitFor();
      for (const field of [control(page, 'Straße'), zipCode(page), city(page)]) {
        expect((await field.boundingBox())?.width).toBeGreaterThan(200);
      }
      expect(await overflow(page)).toBe(0);
    },
    narrow,
  );
});
