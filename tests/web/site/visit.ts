/** A public page of the real application in the document of a test, with the script that browsers load. */
import { join } from 'node:path';
import { consentKeys } from '#domain/analytics/tracking';
import type { TestApp } from '#tests/support/app';
import type { setDocument } from '#tests/support/dom';
import { afterThisTest } from '#tests/support/endings';
import { endAnalytics } from '#web/consent/analytics';
import type { IslandName } from '#web/islands/Island.tsx';
import { pageStore } from '#web/ui/page-store';
import { toastsAtom } from '#web/ui/toasts.tsx';

type Stage = ReturnType<typeof setDocument>;
type Answer = Response | Error | undefined | Promise<Response | undefined>;
type HappyDom = { settings: object; setURL(url: string): void };
type Given = {
  /** What a visitor has stored in this browser. */
  stored?: Record<string, string>;
  /** The page if it answers a form; otherwise that of the path. */
  page?: Response;
  /** Answers a call in place of the server, or throws. */
  instead?: (request: Request) => Answer;
};

// happy-dom replaces these with its own, with which a server cannot respond
const { Request: ServerRequest, Response, Headers, Blob } = globalThis;
const script = join(import.meta.dir, '../../../web/islands/boot.ts');
let visits = 0;

export const agreed = { [consentKeys.accepted]: 'true', [consentKeys.analytics]: 'true' };

export async function visit({ library }: Stage, app: TestApp, path: string, given: Given = {}) {
  Object.assign(globalThis, { Request: ServerRequest, Response, Headers, Blob });
  const page = await (given.page ?? (await app.ask('GET', path))).text();
  const { happyDOM } = window as unknown as { happyDOM: HappyDom };
  Object.assign(happyDOM.settings, { handleDisabledFileLoadingAsSuccess: true });
  happyDOM.setURL(`http://localhost:3000${path}`);
  localStorage.clear();
  for (const [key, value] of Object.entries(given.stored ?? {})) localStorage.setItem(key, value);
  pageStore.set(toastsAtom, []);
  delete window.dataLayer;

  const sent: Request[] = [];
  const instead: { answer: Given['instead'] } = { answer: given.instead };
  globalThis.fetch = (async (address: string, init?: RequestInit) => {
    const request = new ServerRequest(`http://localhost${address}`, init);
    sent.push(request.clone());
    const answer = await instead.answer?.(request);
    if (answer instanceof Error) throw answer;
    return answer ?? (await app.app.handle(request));
  }) as typeof fetch;

  // of the head, only what the script reads: the document would load the rest
  document.head.innerHTML = page.match(/<meta name="analytics-frame"[^>]*>/)?.[0] ?? '';
  document.body.innerHTML = page.slice(page.indexOf('<body'), page.indexOf('</body>'));
  await start();

  const { act, fireEvent, waitFor, within } = library;
  const screen = within(document.body);
  const click = (element: HTMLElement) => act(async () => void fireEvent.click(element));
  return {
    sent,
    screen,
    instead,
    click,
    press: (name: string) => click(screen.getByRole('button', { name })),
    enter: (label: string, value: string) =>
      act(async () => void fireEvent.change(screen.getByLabelText(label), { target: { value } })),
    /** Loads the code of an island, as the first touch does, and waits until React has it. */
    touch: async (island: IslandName) => {
      const field = document.querySelector(`[data-island=${island}] :is(input, select)`);
      await act(async () => void fireEvent.focusIn(field as Element));
      await waitFor(() => {
        if (!Object.keys(field ?? {}).some((key) => key.startsWith('__reactProps')))
          throw new Error(`${island} is not hydrated.`);
      });
    },
  };
}

/** Runs the script. What it listens to ends with the test. */
async function start() {
  const { error } = console;
  console.error = (...parts) => {
    // the frame of analytics stays empty
    if (!String(parts[0]).includes('Failed to load iframe page')) error(...parts);
  };
  afterThisTest(async () => {
    console.error = error;
  });
  const listening: [EventTarget, Parameters<EventTarget['addEventListener']>][] = [];
  const targets: EventTarget[] = [document, globalThis];
  for (const target of targets) {
    const { addEventListener } = target;
    target.addEventListener = (...listener: Parameters<EventTarget['addEventListener']>) => {
      listening.push([target, listener]);
      addEventListener.apply(target, listener);
    };
    afterThisTest(async () => {
      target.addEventListener = addEventListener;
    });
  }
  afterThisTest(async () => {
    for (const island of document.querySelectorAll('[data-island]')) await unmount(island);
    for (const [target, [type, listener, options]] of listening)
      target.removeEventListener(type, listener, options);
    endAnalytics();
  });
  visits += 1;
  // each visitor loads it anew
  await import(`${script}?${visits}`);
}

/** React gives the root of an island to nobody: this one is what it keeps at its element. */
async function unmount(island: Element) {
  const key = Object.keys(island).find((one) => one.startsWith('__reactContainer$')) ?? '';
  const fiber: { stateNode: object } | undefined = Reflect.get(island, key);
  if (!fiber) return;
  const { createRoot } = await import('react-dom/client');
  const root = createRoot(document.createElement('div'));
  Reflect.set(root, '_internalRoot', fiber.stateNode);
  root.unmount();
}
