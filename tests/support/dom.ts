/** A document for screens: happy-dom while a file's tests run, gone afterwards so that no other file meets it. */
import { afterAll, afterEach, beforeAll } from 'bun:test';
import { GlobalRegistrator } from '@happy-dom/global-registrator';
import { readyAtom } from '#web/hydrated/ready.tsx';
import { pageStore } from '#web/ui/page-store';

// React keeps the clock that it was loaded with, and a closed document's clock stands still
const { queueMicrotask, setImmediate, setTimeout, clearTimeout } = globalThis;

type TestingLibrary = typeof import('@testing-library/react/pure');

/** Sets the document up for a file; Testing Library may be loaded only once it is there. */
export function setDocument(): { library: TestingLibrary } {
  const stage = {} as { library: TestingLibrary };
  beforeAll(async () => {
    GlobalRegistrator.register({ url: 'http://localhost:3000/application' });
    Object.assign(globalThis, { queueMicrotask, setImmediate, setTimeout, clearTimeout });
    stage.library = await import('@testing-library/react/pure');
    // React is told of a test only inside `act`: an answer that comes later, as answers do, is no fault. A busy machine
    // may take its time.
    stage.library.configure({ asyncUtilTimeout: 10_000 });
  });
  afterEach(() => {
    stage.library.cleanup();
    sessionStorage.clear();
  });
  afterAll(async () => {
    // React ends its work in the next turns of the loop, and looks for the window there
    for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    // a page that a later file renders as a server has its splash again
    pageStore.set(readyAtom, false);
    await GlobalRegistrator.unregister();
  });
  return stage;
}
