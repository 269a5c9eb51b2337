/** A process that is killed while it writes loses no acknowledged write. `tests/full` kills it more often. */
// ASVS 2.3.3
import { test } from 'bun:test';
import { killOnFiles } from './support/saving';

test('after 8 × kill -9 during 8 parallel writes no acknowledged write is lost or incomplete', async () => {
  await killOnFiles(8);
}, 120_000);
