/** Only a browser loses its network, and finds it again. */
import { expect, setDefaultTimeout, test } from 'bun:test';
import { phone } from '#tests/support/browser';
import { atStep, back, control, fillContact, next, openAt, storedStep, toast } from '#tests/support/journey';
import { onPage, setSharedStage } from '#tests/support/stage';

setDefaultTimeout(60_000);
const stage = setSharedStage();

test('a step that was sent without a network is saved when it is back, and its title follows', async () => {
  const problems = await onPage(stage, phone, async ({ page, context }) => {
    const { url } = stage.server;
    const id = await openAt(page, url, 2);
    await fillContact(page);
    await context.setOffline(true);
    const message = page.getByRole('status').getByText('Keine Verbindung. Ihre Eingaben bleiben hier.');
    await message.waitFor();
    expect(await message.evaluate((one) => one.getBoundingClientRect().bottom)).toBeLessThanOrEqual(
      phone.height,
    );
    await next(page);
    await toast(page, 'Fehler', 'Es ist ein Fehler beim Speichern der Daten aufgetreten.');
    expect(await page.title()).toBe('Schritt 2 von 6: Kontaktdaten | Sattelfest');
    await context.setOffline(false);
    await atStep(page, 3);
    expect(await page.title()).toBe('Schritt 3 von 6: Tarifauswahl | Sattelfest');
    await storedStep(page, url, id, 3);
    await back(page);
    await atStep(page, 2);
    expect(await page.title()).toBe('Schritt 2 von 6: Kontaktdaten | Sattelfest');
    expect(await control(page, 'Vorname').inputValue()).toBe('Johanna');
    expect(await message.count()).toBe(0);
  });
  expect(problems).toEqual(['console: Failed to load resource: net::ERR_INTERNET_DISCONNECTED']);
});
