/** Going through a page with the keyboard alone. */
import { expect } from 'bun:test';
import type { Page } from 'playwright-core';

type Focused = {
  type: string;
  name: string;
  role: string;
  text: string;
  label: string;
  seen: boolean;
  onPage: boolean;
};

/** The focused element, and whether its focus is visible. */
export function focusOf(page: Page): Promise<Focused> {
  return page.evaluate(() => {
    const element = document.activeElement as HTMLInputElement;
    const { outlineStyle, outlineWidth } = getComputedStyle(element);
    const { type = '', name = '' } = element;
    // the calendar button inside a date field has the browser's own focus ring
    const inside = element.matches(':focus-within:not(:focus)');
    return {
      onPage: element !== document.body,
      type,
      name,
      role: element.getAttribute('role') ?? '',
      label: element.labels?.[0]?.textContent ?? '',
      text: (element.textContent ?? '').trim(),
      seen: inside || (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2),
    };
  });
}

/** Presses Tab until `isMeant` holds for the focused element. The focus must be visible at each stop. */
export async function tabTo(page: Page, isMeant: (focused: Focused) => boolean) {
  for (let presses = 0; presses < 80; presses += 1) {
    await page.keyboard.press('Tab');
    const focused = await focusOf(page);
    // at the end of the page the focus moves through the browser's own buttons
    if (!focused.onPage) continue;
    expect(focused).toMatchObject({ seen: true });
    if (isMeant(focused)) return;
  }
  throw new Error('Tab never reached the element.');
}
