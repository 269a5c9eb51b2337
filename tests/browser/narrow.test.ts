/** Pages of visitors at 320 px, with the longest possible texts: nothing is wider than the screen (WCAG 1.4.10). */
import { expect, setDefaultTimeout, test } from 'bun:test';
import { unprovoked } from '#tests/support/browser';
import { setSharedStage } from '#tests/support/stage';
import { walk } from './narrow-walk';
import { lookAtPages, lookAtWizard } from './visitor-walks';

setDefaultTimeout(120_000);
const stage = setSharedStage();

test.each([
  ['public page', lookAtPages],
  ['step of the wizard', lookAtWizard],
])('no %s is wider than a screen of 320 px', async (_, lookAt) => {
  const problems = await walk(stage, (page, look) => lookAt(page, look, stage));
  // a price that has risen
  expect(unprovoked(problems, /status of 409/)).toEqual([]);
});

test('the landing page fits in the wider fonts of the system, which a slow visitor sees', async () => {
  const problems = await walk(stage, async (page, look) => {
    await page.route('**/*.woff2', (route) => route.abort());
    await page.goto(stage.server.url);
    await look('landing page');
  });
  expect(unprovoked(problems, /ERR_FAILED/)).toEqual([]);
});
