/** What arrives and is not about our mails leaves no trace; what does holds up nobody. All of it: `tests/full`. */
import { expect, test } from 'bun:test';
import { handOver, reportAll } from './strangers';

test('messages of others are taken, match nothing, and leave nothing', async () => {
  const { messages, ...found } = await handOver(10);
  expect(messages).toBe(20);
  expect(found).toEqual({ statuses: new Set([204]), changed: [], lines: [], woken: 0 });
});

test('reports that come at once are all taken, and no other mail comes back', async () => {
  const { statuses, bounced, reported } = await reportAll(30);
  expect([statuses, bounced]).toEqual([new Set([204]), reported]);
});
