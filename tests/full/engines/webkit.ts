/** Debian's WebKitGTK in its MiniBrowser, driven by WebDriver over HTTP. It needs a display, so it gets one. */
import { join } from 'node:path';
import { freePort } from '#tests/support/ports';
import { dataFolder, readLine } from '#tests/support/server';
import { until } from '#tests/support/until';
import type { Control, Tab } from './tab';

/** Key of an element's id in the protocol (https://www.w3.org/TR/webdriver2, section 12.1). */
const elementKey = 'element-6066-11e4-a52e-4f735466cecf';

type Call = (method: 'POST' | 'GET' | 'DELETE', path: string, body?: object) => Promise<unknown>;

export async function openWebkit(): Promise<Tab> {
  await using opened = new AsyncDisposableStack();
  const root = await startDriver(opened);
  const [binary] = new Bun.Glob('/usr/lib/*/webkit2gtk-4.*/MiniBrowser').scanSync('/');
  const browser = { 'webkitgtk:browserOptions': { binary, args: ['--automation'] } };
  const answer = await send(`${root}/session`, 'POST', { capabilities: { alwaysMatch: browser } });
  const session = `${root}/session/${textIn(answer, 'sessionId')}`;
  const call: Call = (method, path, body) => send(session + path, method, body);
  opened.defer(async () => void (await call('DELETE', '')));
  const closing = opened.move();
  return {
    // its driver does not report errors of pages
    problems: [],
    open: async (url) => void (await call('POST', '/url', { url })),
    element: async (script, ...args) => {
      const found = await call('POST', '/execute/sync', { script: `return (${script})(...arguments)`, args });
      return found ? controlOf(call, textIn(found, elementKey)) : null;
    },
    close: () => closing.disposeAsync(),
  };
}

/** Starts a display and the driver on it. Returns the address of the driver. */
async function startDriver(opened: AsyncDisposableStack): Promise<string> {
  const home = await dataFolder();
  opened.defer(home.remove);
  // a smooth scroll moves buttons away between mouse down and mouse up
  await Bun.write(join(home.path, '.config/gtk-3.0/settings.ini'), '[Settings]\ngtk-enable-animations=0\n');
  const start = (command: string[], env: Record<string, string> = {}) => {
    const child = Bun.spawn(command, {
      env: { PATH: process.env.PATH, HOME: home.path, ...env },
      stdout: 'pipe',
      stderr: 'ignore',
    });
    opened.defer(async () => {
      child.kill();
      await child.exited;
    });
    return child.stdout;
  };
  // takes the first display that is free, and prints its number
  const display = start(['Xvfb', '-displayfd', '1', '-screen', '0', '1440x900x24', '-nolisten', 'tcp']);
  const port = freePort();
  start(['WebKitWebDriver', `--port=${port}`], { DISPLAY: `:${await readLine(display)}` });
  const root = `http://127.0.0.1:${port}`;
  await until(() => fetch(`${root}/status`).then(Boolean, () => false));
  return root;
}

function controlOf(call: Call, id: string): Control {
  const click = async (one: string) => void (await call('POST', `/element/${one}/click`, {}));
  return {
    value: async () => String(await call('GET', `/element/${id}/property/value`)),
    click: () => click(id),
    type: async (text) => void (await call('POST', `/element/${id}/value`, { text })),
    choose: async (value) => {
      const using = { using: 'css selector', value: `option[value="${value}"]` };
      await click(textIn(await call('POST', `/element/${id}/element`, using), elementKey));
    },
  };
}

/** @throws the driver's error */
async function send(address: string, method: string, body?: object): Promise<unknown> {
  const response = await fetch(address, { method, body: body ? JSON.stringify(body) : undefined });
  const { value } = (await response.json()) as { value: unknown };
  if (!response.ok)
    throw new Error(`${method} ${address}: ${textIn(value, 'error')} ${textIn(value, 'message')}`);
  return value;
}

function textIn(value: unknown, key: string): string {
  return String(Reflect.get(value as object, key));
}
