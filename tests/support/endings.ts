/** What has to be ended after the test that began it. */

const endings: (() => Promise<unknown>)[] = [];

/** Has `end` run after the test that is under way, the last one first. */
export function afterThisTest(end: () => Promise<unknown>): void {
  endings.push(end);
}

/** For `tests/setup.ts`: a hook that a shared module sets itself holds only in the first file that loads the module. */
export async function endThisTest(): Promise<void> {
  for (const end of endings.splice(0).reverse()) await end();
}
