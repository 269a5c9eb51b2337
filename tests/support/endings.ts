/** Ends what a test has started. */

const endings: (() => Promise<unknown>)[] = [];

/** Runs `end` after the current test; the last one registered runs first. */
export function afterThisTest(end: () => Promise<unknown>): void {
  endings.push(end);
}

/** Called by `tests/setup.ts`: a hook set in this module would only work in the first file that loads it. */
export async function endThisTest(): Promise<void> {
  for (const end of endings.splice(0).reverse()) await end();
}
