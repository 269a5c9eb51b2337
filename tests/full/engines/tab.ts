/** What the walk needs of a browser. `firefox.ts` and `webkit.ts` have it, each by its own protocol. */
import { until } from '#tests/support/until';

export type Control = {
  value(): Promise<string>;
  click(): Promise<void>;
  type(text: string): Promise<void>;
  /** Chooses the option with this value. */
  choose(value: string): Promise<void>;
};

/** Runs in the page, so it can use nothing but its arguments. */
export type Script = (...texts: string[]) => Element | null | undefined;

export type Tab = {
  /** Errors of the pages. */
  problems: string[];
  open(url: string): Promise<void>;
  /** The element that the script returns; null if it returns none. */
  element(script: Script, ...texts: string[]): Promise<Control | null>;
  close(): Promise<void>;
};

/** Waits until the script returns an element. */
export async function waitFor(tab: Tab, script: Script, ...texts: string[]): Promise<Control> {
  const found: (Control | null)[] = [];
  const isFound = async () => found.push(await tab.element(script, ...texts)) > 0 && found.at(-1) !== null;
  await until(isFound).catch((cause) => {
    throw new Error(`The page does not show ${texts.join(' ') || script.name}`, { cause });
  });
  return found.at(-1) as Control;
}

export const heading = (tab: Tab, text: string) => waitFor(tab, named, 'h1, h2, h3', text);
/** What is said beneath a field, and moves what is below it. */
export const said = (tab: Tab, text: string) => waitFor(tab, named, 'p', text);
export const press = async (tab: Tab, text: string) =>
  await (await waitFor(tab, named, 'button', text)).click();
/** The control whose label is this text, or begins with it. */
export const labelled = (tab: Tab, text: string) => waitFor(tab, named, 'label', text);

/** The visible element with this text that can be used now; of a label its control. */
function named(selector = '', text = ''): Element | null | undefined {
  const textOf = (one: Element) => one.textContent.replace(/\s+/g, ' ').trim();
  const shown = [...document.querySelectorAll(selector)].filter(
    (one) => one.checkVisibility() && !one.closest('[inert], :disabled'),
  );
  const found =
    shown.find((one) => textOf(one) === text) ??
    shown.find((one) => one instanceof HTMLLabelElement && textOf(one).startsWith(text));
  const target = found instanceof HTMLLabelElement ? found.control : found;
  // WebKit's driver does not scroll to everything that it is told to click
  target?.scrollIntoView({ block: 'center' });
  return target;
}
