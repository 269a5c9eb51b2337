/** A saved contact step whose toast stays open. */
import type { Locator, Page } from 'playwright-core';
import { fillContact, holdToasts, next, toast } from '#tests/support/journey';

export const saved = 'Daten gespeichert';
export const gone = (shown: Locator) => shown.waitFor({ state: 'detached' });

/** Saves the step and returns the toast that reports it. The next step needs timers to appear, so it does not. */
export async function saveAndHold(page: Page): Promise<Locator> {
  await fillContact(page);
  await holdToasts(page);
  await next(page);
  return await toast(page, saved);
}

/** A closed toast stays in the document while it fades out. */
export async function isOpen(shown: Locator): Promise<boolean> {
  return (await shown.count()) === 1 && (await shown.getAttribute('data-state')) === 'open';
}
