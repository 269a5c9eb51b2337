/** All 200 messages of others, and 300 reports at once. */
import { expect, test } from 'bun:test';
import { handOver, reportAll } from '#tests/server/mail-in/strangers';

test('200 messages of others are taken, match nothing, and leave nothing', async () => {
  const { messages, ...found } = await handOver(1);
  expect(messages).toBe(200);
  expect(found).toEqual({ statuses: new Set([204]), changed: [], lines: [], woken: 0 });
}, 60_000);

test('300 reports are all taken, and no other mail comes back', async () => {
  const { statuses, bounced, reported } = await reportAll(300);
  expect([statuses, bounced]).toEqual([new Set([204]), reported]);
}, 60_000);
