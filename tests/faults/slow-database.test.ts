/** A database that takes its time keeps nobody before a white page. */
import { expect, test } from 'bun:test';
import type { Database } from '../../db/client';
import { pages } from '../../domain/urls';
import { createApp } from '../../server/app';
import { startApp } from '../support/app';

const assets = {
  page: {
    styles: '/assets/styles.css',
    app: '/assets/app.js',
    staff: '/assets/staff.js',
    boot: '/assets/boot.js',
    fonts: [],
    reload: null,
  },
  answer: () => null,
};

test('the wizard greets its visitor before the database has answered', async () => {
  const { context } = await startApp();
  const gate = Promise.withResolvers<void>();
  const asked = { count: 0 };
  const app = await createApp({ ...context, db: slowed(context.db, gate.promise, asked) }, assets);
  const path = pages.application(crypto.randomUUID());
  const response = await app.handle(new Request(`http://localhost${path}`));

  const chunks = textOf(response);
  const first = await chunks.next();
  expect(first.value).toContain('Ihre Versicherung wird geladen...');
  expect(first.value).not.toContain('Name des Pferdes');

  const second = chunks.next();
  expect(await Promise.race([second, untilAsked(asked)])).toBe('asked');
  gate.resolve();
  let rest = (await second).value ?? '';
  for await (const chunk of chunks) rest += chunk;
  expect(rest).toContain('Name des Pferdes');
});

/** The same database, whose queries are answered when `gate` opens. */
function slowed(db: Database, gate: Promise<void>, asked: { count: number }): Database {
  return { ...db, read: behind(db.read, gate, asked) };
}

/** Whatever a query builder is told, its promise waits: a builder becomes a query by its `then`. */
function behind<T extends object>(target: T, gate: Promise<void>, asked: { count: number }): T {
  return new Proxy(target, {
    get(_, name) {
      const member: unknown = Reflect.get(target, name, target);
      if (typeof member === 'function' && name === 'then') {
        asked.count += 1;
        return (...handlers: unknown[]) => gate.then(() => member.apply(target, handlers));
      }
      if (typeof member === 'function') {
        return (...args: unknown[]) => {
          const result: unknown = member.apply(target, args);
          return isObject(result) ? behind(result, gate, asked) : result;
        };
      }
      return isObject(member) ? behind(member, gate, asked) : member;
    },
  });
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

async function* textOf(response: Response): AsyncGenerator<string, undefined> {
  const decoder = new TextDecoder();
  for await (const chunk of response.body ?? []) yield decoder.decode(chunk, { stream: true });
}

async function untilAsked(asked: { count: number }): Promise<'asked'> {
  while (asked.count === 0) await new Promise(setImmediate);
  return 'asked';
}
