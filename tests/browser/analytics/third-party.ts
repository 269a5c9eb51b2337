/** A third party that sends the analytics script and notes what it is asked and told. */
import { afterAll, beforeEach } from 'bun:test';
import type { Page } from 'playwright-core';
import { consentKeys } from '#domain/analytics/tracking';
import { setStage } from '#tests/support/stage';
import { until } from '#tests/support/until';

type Call = { path: string; body: string; referrer: string | null; cookie: string | null };

/** Sends on all events so far with each new one, as tag managers do: they replace `push`. */
const relay = `
  const home = document.currentScript.src;
  const send = () => fetch(new URL('/events', home), { method: 'POST', body: JSON.stringify([...dataLayer]) });
  const push = dataLayer.push;
  dataLayer.push = (event) => { push.call(dataLayer, event); send(); };
  send();
`;

/** A server of ours with a third party, for the tests of a file. Each test begins with the usual script. */
export function setThirdParty() {
  const calls: Call[] = [];
  const third = { script: relay, released: Promise.resolve() };
  beforeEach(() => {
    calls.length = 0;
    Object.assign(third, { script: relay, released: Promise.resolve() });
  });
  const server = Bun.serve({
    port: 0,
    async fetch(request) {
      const { pathname, search } = new URL(request.url);
      const { headers } = request;
      const [referrer, cookie] = [headers.get('referer'), headers.get('cookie')];
      calls.push({ path: pathname + search, body: await request.text(), referrer, cookie });
      if (pathname === '/count.js') await third.released;
      const answer = { 'access-control-allow-origin': '*', 'content-type': 'text/javascript' };
      return new Response(pathname === '/count.js' ? third.script : 'ok', { headers: answer });
    },
  });
  afterAll(() => server.stop(true));
  const stage = setStage({ ANALYTICS_SCRIPT_URL: `http://127.0.0.1:${server.port}/count.js` });
  const told = (path: string) => calls.filter((call) => call.path === path).map(({ body }) => body);
  return {
    stage,
    /** What the third party is asked and told, in order. */
    calls,
    /** The bodies of the calls of this path. */
    told,
    /** Sends another script. */
    send: (script: string) => {
      third.script = script;
    },
    /** Holds the script back; the returned function releases it. */
    hold: () => {
      const gate = Promise.withResolvers<void>();
      third.released = gate.promise;
      return gate.resolve;
    },
    /** Stores the consent of a visitor who has accepted before. */
    agree: async (page: Page) => {
      await page.goto(`${stage.server.url}/robots.txt`);
      await page.evaluate(
        (keys) => {
          for (const key of keys) localStorage.setItem(key, 'true');
        },
        [consentKeys.accepted, consentKeys.analytics],
      );
    },
    /** Waits until the third party knows exactly the events of the page, in their order. */
    knowsAll: async (page: Page) => {
      const all = await eventsOf(page);
      await until(() => told('/events').at(-1) === all);
      return JSON.parse(all) as { event: string }[];
    },
  };
}

export const frames = (page: Page) => page.locator('iframe');
/** The events of the page, as JSON. */
export const eventsOf = (page: Page) => page.evaluate(() => JSON.stringify(window.dataLayer ?? []));
