/** Sources that look like something else. What the server makes of them: tests/server/features/applications/source.test.ts. */
import { expect, setDefaultTimeout, test } from 'bun:test';
import type { Request } from 'playwright-core';
import { sourceHeader } from '#domain/application';
import { withSource } from '#domain/fields';
import { pages } from '#domain/urls';
import { onCleanPage } from '#tests/browser/page-checks';
import { phone } from '#tests/support/browser';
import { atStep, fillHorse, next } from '#tests/support/journey';
import { setSharedStage } from '#tests/support/stage';

setDefaultTimeout(90_000);
const stage = setSharedStage();

const sourceOf = (save: Request) => decodeURIComponent(save.headers()[sourceHeader.toLowerCase()] ?? '');

test('the wizard keeps any source in its address as it is, and tells it with a save', async () => {
  await onCleanPage(stage, phone, async ({ page }) => {
    for (const source of [
      '120210987654321098765',
      '1e3',
      'true',
      '{"a":1}',
      '"><script>alert(1)</script>',
      '50 % & mehr #1?',
      'Stall Müller 🐴',
      'x'.repeat(100),
      '',
    ])
      for (const path of [pages.wizard, pages.calculator]) {
        await page.goto(stage.server.url + withSource(path, source || null));
        await page.waitForURL(/\/application\/[0-9a-f-]{36}/);
        await atStep(page, 1);
        expect(new URL(page.url()).searchParams.get('source') ?? '').toBe(source);
        if (path === pages.calculator) continue;
        await fillHorse(page);
        const saving = page.waitForRequest((request) => request.method() === 'POST');
        await next(page);
        expect(sourceOf(await saving)).toBe(source);
        await atStep(page, 2);
      }
  });
});
