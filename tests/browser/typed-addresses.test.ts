/** A slip in an e-mail address, in a real browser. More is in `tests/web/ui/hints.test.tsx`. */
import { afterAll, expect, setDefaultTimeout, test } from 'bun:test';
import { api, href } from '#domain/urls';
import { desktop } from '#tests/support/browser';
import { openNameServer } from '#tests/support/dns';
import { atStep, control, fillContact, next, openAt } from '#tests/support/journey';
import { setStage } from '#tests/support/stage';
import { onCleanPage } from './page-checks';

setDefaultTimeout(60_000);
const names = await openNameServer({ 'gmail.com': { MX: ['mx.gmail.example'] } });
const stage = setStage({ DNS_SERVERS: names.address });
afterAll(names.stop);

test('what is taken over in the wizard is kept as a draft and saved', async () => {
  await onCleanPage(stage, desktop, async ({ page }) => {
    const id = await openAt(page, stage.server.url, 2);
    await fillContact(page, 'johanna@gmal.com');
    await page.getByLabel('Telefon').focus();
    await page.getByRole('button', { name: 'Übernehmen', exact: true }).click();
    await page.reload();
    await atStep(page, 2);
    expect(await control(page, 'E-Mail').inputValue()).toBe('johanna@gmail.com');
    await next(page);
    await atStep(page, 3);
    const stored = await page.request.get(stage.server.url + href(api.set('contact-data'), { id }));
    expect((await stored.json()).email).toBe('johanna@gmail.com');
  });
});
