/** Before every test file: where its files lie, and what a test lets fall on `console.error` fails it. */
import { afterEach } from 'bun:test';
import { statfsSync } from 'node:fs';
import { plugin } from 'bun';
import { endThisTest } from './support/endings';

/**
 * Hundreds of database files that are flushed at once would make each test wait for the same disk. Files in memory
 * survive a killed process as well; what a disk does that is full or read-only has tests that mount their own.
 */
const memory = '/dev/shm';
const neededBytes = 2e9;
if (freeBytes(memory) > neededBytes) process.env.TMPDIR = memory;

function freeBytes(path: string): number {
  try {
    const { bavail, bsize } = statfsSync(path);
    return bavail * bsize;
  } catch {
    return 0;
  }
}

/**
 * Radix looks for a document once, when it is loaded. A plain `bun test` runs all files in one process, and a file that
 * has no document may load it first: so the tests always give it React's own hook, which a server ignores anyway.
 */
plugin({
  name: 'layout effects in every test file',
  setup(build) {
    build.onLoad({ filter: /react-use-layout-effect\/dist\/index\.m?js$/ }, () => ({
      contents: "export { useLayoutEffect } from 'react';",
      loader: 'js',
    }));
  },
});

const said: Error[] = [];

/**
 * Said once a process has rendered pages as a server and screens as a browser, as a plain `bun test` does, which runs
 * all files in one process (`bun run test` gives each its own globals): true of the tests, never of the product.
 */
const twoRenderers = 'Detected multiple renderers concurrently rendering the same context provider';

console.error = (...parts: unknown[]) => {
  if (String(parts[0]).startsWith(twoRenderers)) return;
  said.push(new Error(`console.error was called: ${parts.map(textOf).join(' ')}`));
};

afterEach(endThisTest);
afterEach(() => {
  const [first] = said.splice(0);
  if (first) throw first;
});

function textOf(part: unknown): string {
  return typeof part === 'string' ? part : Bun.inspect(part);
}
