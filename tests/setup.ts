/** Before every test file: what a test lets fall on `console.error` fails it. */
import { afterEach } from 'bun:test';

const said: Error[] = [];

console.error = (...parts: unknown[]) => {
  said.push(new Error(`console.error was called: ${parts.map(textOf).join(' ')}`));
};

afterEach(() => {
  const [first] = said.splice(0);
  if (first) throw first;
});

function textOf(part: unknown): string {
  return typeof part === 'string' ? part : Bun.inspect(part);
}
