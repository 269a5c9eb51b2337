import { readdirSync, watch } from 'node:fs';
import { join } from 'node:path';
import type { PageAssets } from '#web/document.tsx';
import { type Assets, answerFile, pageAssets } from '../assets';
import { root } from '../root';
import { clientRooms, developmentFolder as folder } from './output';
import { buildForDevelopment, firstBuild } from './watch-process';

const reloadPath = '/assets/reload.js';
const reloadEvents = '/assets/reload-events';

/** Watches the files that only browsers load; for server code, `bun --watch` restarts the process. */
export async function developmentAssets(): Promise<Assets> {
  const listeners = new Set<(build: string) => void>();
  let build = crypto.randomUUID();
  let page: PageAssets = pageAssets(await firstBuild, reloadPath);
  let files = new Set(readdirSync(folder));
  let timer: ReturnType<typeof setTimeout> | undefined;

  const rebuild = async () => {
    try {
      page = pageAssets(await buildForDevelopment(), reloadPath);
      files = new Set(readdirSync(folder));
      build = crypto.randomUUID();
      for (const send of listeners) send(build);
    } catch (error) {
      process.stderr.write(`${Bun.inspect(error)}\n`);
    }
  };
  for (const room of clientRooms) {
    watch(join(root, room), { recursive: true }, () => {
      clearTimeout(timer);
      timer = setTimeout(rebuild, 30);
    });
  }

  return {
    get page() {
      return page;
    },
    answer(name, request) {
      if (name === 'reload.js') return script();
      const found = answerFile(folder, files, name, request);
      found?.headers.set('cache-control', 'no-cache');
      return found;
    },
    events: () => eventStream(() => build, listeners),
  };
}

/** Reloads the page if the build has changed, also after a restart of the server. */
function script(): Response {
  const source = `let seen; new EventSource('${reloadEvents}').onmessage = ({ data }) => {
  if (seen && seen !== data) location.reload();
  seen = data;
};`;
  return new Response(source, {
    headers: { 'content-type': 'text/javascript', 'cache-control': 'no-store' },
  });
}

function eventStream(build: () => string, listeners: Set<(build: string) => void>): Response {
  let send: (build: string) => void = () => {};
  const stream = new ReadableStream({
    start(controller) {
      send = (current) => controller.enqueue(`retry: 40\ndata: ${current}\n\n`);
      listeners.add(send);
      send(build());
    },
    cancel() {
      listeners.delete(send);
    },
  });
  return new Response(stream, {
    headers: { 'content-type': 'text/event-stream', 'cache-control': 'no-store' },
  });
}
