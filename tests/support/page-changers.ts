/** What translations and password managers do to a page. */
import type { Page } from 'playwright-core';

/**
 * Puts every text of the page into two `font` elements, as the translation of Chrome does, and again after each change:
 * `moved`: the text itself, otherwise a copy of it. `staleTexts` are changes of texts that nobody sees any more.
 */
export function translate(moved: boolean) {
  const skipped = /^(SCRIPT|STYLE|OPTION|TEXTAREA|TITLE|NOSCRIPT|FONT)$/;
  const stale: string[] = [];
  Reflect.set(window, 'staleTexts', stale);
  const unseen = new MutationObserver((changes) => {
    for (const { target } of changes) if (!target.isConnected) stale.push(String(target.nodeValue));
  });
  const wrap = (text: Text) => {
    if (text.data === '' || skipped.test(text.parentElement?.tagName ?? 'FONT')) return;
    const [outer, inner] = [document.createElement('font'), document.createElement('font')];
    outer.append(inner);
    text.replaceWith(outer);
    inner.append(moved ? text : text.data);
    if (!moved) unseen.observe(text, { characterData: true });
  };
  const wrapAll = (root: Node) => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const texts: Text[] = [];
    if (root instanceof Text) texts.push(root);
    while (walker.nextNode()) texts.push(walker.currentNode as Text);
    for (const text of texts) wrap(text);
  };
  const begin = () => {
    wrapAll(document.body);
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes)
        for (const node of addedNodes) if (node.isConnected) wrapAll(node);
    }).observe(document.body, { childList: true, subtree: true });
  };
  Reflect.set(window, 'translateNow', begin);
}

/** Puts a `div` before and after each field, as password managers do, and again after each change. */
export function decorate() {
  const done = new WeakSet<Element>();
  const addAll = () => {
    for (const field of document.querySelectorAll('input:not([type=hidden]), select, textarea')) {
      if (done.has(field)) continue;
      done.add(field);
      const box = () => Object.assign(document.createElement('div'), { className: 'password-manager' });
      field.before(box());
      field.after(box());
    }
  };
  Reflect.set(window, 'decorateNow', () => {
    addAll();
    new MutationObserver(addAll).observe(document.body, { childList: true, subtree: true });
  });
}

/** Texts that React changed where nobody sees it. */
export const staleTexts = (page: Page): Promise<string[]> =>
  page.evaluate(() => Reflect.get(window, 'staleTexts'));

/** Begins what was prepared by an init script. */
export const begin = (page: Page, name: 'translateNow' | 'decorateNow') =>
  page.evaluate((key) => Reflect.get(window, key)(), name);
