/** A happy-dom document for the screens of a test file. It is removed afterwards, so that other files do not see it. */
import { afterAll, afterEach, beforeAll, setSystemTime } from 'bun:test';
import { GlobalRegistrator } from '@happy-dom/global-registrator';
import { berlinDay, berlinMidnight } from '#domain/dates';
import { hourMs } from '#domain/time';
import { readyAtom } from '#web/hydrated/ready.tsx';
import { pageStore } from '#web/ui/page-store';

// React keeps the timers that it was loaded with, and the timers of a closed document stop
const { queueMicrotask, setImmediate, setTimeout, clearTimeout } = globalThis;
// Bun's requests, which the application of a test answers, take no other signals
const { AbortController, AbortSignal } = globalThis;

type TestingLibrary = typeof import('@testing-library/react/pure');

/** The day of the screens of this process, also when midnight passes meanwhile. */
export const today = berlinDay(new Date());

/** Sets the clock to the noon of that day, until the document of the file is removed. */
export function holdToday() {
  setSystemTime(berlinMidnight(today) + 12 * hourMs);
}

/** Sets up the document for a file. Testing Library may be loaded only after that. */
export function setDocument(): { library: TestingLibrary } {
  const stage = {} as { library: TestingLibrary };
  beforeAll(async () => {
    GlobalRegistrator.register({ url: 'http://localhost:3000/application' });
    Object.assign(globalThis, { queueMicrotask, setImmediate, setTimeout, clearTimeout });
    Object.assign(globalThis, { AbortController, AbortSignal });
    globalThis.getComputedStyle = plainStyles();
    // happy-dom has none: without it React Hook Form takes each select for one that was changed before the script came
    Object.defineProperty(HTMLSelectElement.prototype, 'size', { get: () => 0, configurable: true });
    // else React measures every component for the developer tools of a browser
    Reflect.deleteProperty(console, 'timeStamp');
    stage.library = await import('@testing-library/react/pure');
    // a busy machine may need several seconds
    stage.library.configure({
      asyncUtilTimeout: 10_000,
      getElementError: (message, container) => notFound(stage.library, message, container),
    });
  });
  afterEach(() => {
    stage.library.cleanup();
    sessionStorage.clear();
  });
  afterAll(async () => {
    // React finishes its work in the next turns of the event loop and still needs the window
    for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    // a page that a later file renders as a server has its splash again
    pageStore.set(readyAtom, false);
    await GlobalRegistrator.unregister();
    setSystemTime();
  });
  return stage;
}

/**
 * The styles by which Testing Library decides what is hidden. Without a style sheet they follow from the tag, `open` and
 * `style` attributes; happy-dom works them out anew after each change of the document, which takes longer than React.
 */
function plainStyles(): typeof getComputedStyle {
  const full = globalThis.getComputedStyle.bind(globalThis);
  const known = new Map<string, CSSStyleDeclaration>();
  return (element) => {
    for (let one: Element | null = element; one; one = one.parentElement)
      if (one.hasAttribute('style')) return full(element);
    if (!element.isConnected || document.styleSheets.length > 0) return full(element);
    const kind = `${element.tagName} ${element.hasAttribute('open')}`;
    const { display, visibility } = known.get(kind) ?? full(element);
    const styles = {
      display,
      visibility,
      getPropertyValue: (name: string) => Reflect.get(styles, name) ?? '',
    };
    known.set(kind, styles as CSSStyleDeclaration);
    return styles as CSSStyleDeclaration;
  };
}

/** Prints the document only if somebody reads the message: a query that waits fails often before it succeeds. */
function notFound({ prettyDOM }: TestingLibrary, message: string | null, container: Element): Error {
  let text: string | undefined;
  const read = () => {
    text ??= [message, prettyDOM(container)].filter(Boolean).join('\n\n');
    return text;
  };
  const error = Object.defineProperty(new Error(), 'message', { get: read, configurable: true });
  error.name = 'TestingLibraryElementError';
  return error;
}

/** In place of `toBe`: for its message, Bun prints all that hangs on an element, which takes minutes and gigabytes. */
export function expectFocus(element: Element | null): void {
  const focused = document.activeElement;
  if (element !== null && focused === element) return;
  const [is, should] = [focused, element].map((one) => one?.outerHTML.slice(0, 200) ?? 'nothing');
  throw new Error(`The focus is on ${is} and should be on ${should}.`);
}
