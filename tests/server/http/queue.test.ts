/** The queue of expensive work. */
import { expect, test } from 'bun:test';
import { createQueue } from '#server/http/queue';
import { rejection } from '#tests/db/support/processes';

/** Work that ends when it is told to, in the order in which it began. */
function stage(queue: ReturnType<typeof createQueue>) {
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const enter = (name: string, place?: { signal?: AbortSignal; later?: boolean }) =>
    queue(async () => {
      begun.push(name);
      await new Promise<void>((end) => ends.push(end));
      return name;
    }, place);
  const endOne = async () => {
    ends.shift()?.();
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { begun, enter, endOne };
}

test('some run, some wait in order, and further ones are refused', async () => {
  const { begun, enter, endOne } = stage(createQueue(2, 2, () => new Error('full')));
  const all = ['a', 'b', 'c', 'd'].map((name) => enter(name));
  expect((await rejection(enter('e'))).message).toBe('full');
  expect(begun).toEqual(['a', 'b']);
  await endOne();
  expect(begun).toEqual(['a', 'b', 'c']);
  const last = enter('f');
  for (let count = 0; count < 5; count += 1) await endOne();
  expect(await Promise.all([...all, last])).toEqual(['a', 'b', 'c', 'd', 'f']);
});

test('a job is never refused, and comes after all for whom somebody waits', async () => {
  const { begun, enter, endOne } = stage(createQueue(1, 1, () => new Error('full')));
  const all = [
    enter('running'),
    enter('mail', { later: true }),
    enter('mail too', { later: true }),
    enter('usual'),
  ];
  for (let count = 0; count < 4; count += 1) await endOne();
  expect(begun).toEqual(['running', 'usual', 'mail', 'mail too']);
  await Promise.all(all);
});

test('who leaves gives up the place at once and is never served', async () => {
  const { begun, enter, endOne } = stage(createQueue(1, 1, () => new Error('full')));
  const leaving = new AbortController();
  const running = enter('running');
  const left = rejection(enter('left', leaving));
  leaving.abort(new Error('gone'));
  const next = enter('next');
  expect((await left).message).toBe('gone');
  await endOne();
  await endOne();
  expect(begun).toEqual(['running', 'next']);
  await Promise.all([running, next]);
  expect((await rejection(enter('too late', leaving))).message).toBe('gone');
});

test('work that fails makes room too', async () => {
  const queue = createQueue(1);
  const failing = rejection(queue(() => Promise.reject(new Error('broken'))));
  expect(await queue(async () => 'fine')).toBe('fine');
  expect((await failing).message).toBe('broken');
});
