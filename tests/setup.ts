/** Runs before every test file: puts its files into memory, and fails a test that calls `console.error`. */
import { afterEach, setDefaultTimeout } from 'bun:test';
import { statfsSync } from 'node:fs';
import { plugin } from 'bun';
import { endThisTest } from './support/endings';

/**
 * Flushing hundreds of database files at once would make each test wait for the disk. Files in memory also survive a
 * killed process. The tests of full or read-only disks mount their own.
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
 * Radix looks for a document once, when it is loaded. In a plain `bun test`, which runs all files in one process, a file
 * without a document may load it first. So the tests always give it React's own hook, which a server ignores.
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

/** The mail server of the tests would wait for 100 ms at each connection, to detect clients that talk too early. */
plugin({
  name: 'mail server without delay',
  setup(build) {
    build.onLoad({ filter: /smtp-server\/dist\/esm\/smtp-connection\.js$/ }, async ({ path }) => ({
      contents: (await Bun.file(path).text()).replace('connectionReady(), 100)', 'connectionReady(), 0)'),
      loader: 'js',
    }));
  },
});

/** In each file, also in one that is run alone: its first test may have to build, or to make the template of a database. */
plugin({
  name: 'time limit of every test',
  setup(build) {
    build.onLoad({ filter: /\.test\.tsx?$/ }, async ({ path }) => {
      setDefaultTimeout(30_000);
      return { contents: await Bun.file(path).text(), loader: path.endsWith('x') ? 'tsx' : 'ts' };
    });
  },
});

const errors: Error[] = [];

/**
 * React prints this when one process has rendered pages as a server and screens as a browser, as a plain `bun test`
 * does. The product never does this.
 */
const twoRenderers = 'Detected multiple renderers concurrently rendering the same context provider';

console.error = (...parts: unknown[]) => {
  if (String(parts[0]).startsWith(twoRenderers)) return;
  errors.push(new Error(`console.error was called: ${parts.map(textOf).join(' ')}`));
};

afterEach(endThisTest);
afterEach(() => {
  const [first] = errors.splice(0);
  if (first) throw first;
});

function textOf(part: unknown): string {
  return typeof part === 'string' ? part : Bun.inspect(part);
}
