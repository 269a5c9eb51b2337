/** `bun run seed` beside the server of the same machine. */
import { expect, setDefaultTimeout, test } from 'bun:test';
import { join } from 'node:path';
import { createClient } from '@libsql/client/sqlite3';
import { api } from '#domain/urls';
import { refused, run } from '#tests/faults/support/commands';
import { newFolder, start } from '#tests/faults/support/processes';
import { bearer, call, tokenOf } from '#tests/support/staff';

setDefaultTimeout(120_000);

const env = { PUBLIC_URL: 'https://www.linde.example' };

async function setState(folder: string, state: string): Promise<void> {
  const db = createClient({ url: `file:${join(folder, 'app.db')}` });
  await db.execute(
    'create table if not exists site_state (id integer primary key, state text, since integer)',
  );
  await db.execute({
    sql: 'insert or replace into site_state (id, state, since) values (1, ?, 0)',
    args: [state],
  });
  db.close();
}

test('it is refused on a site that sells, and fills a trial while the server answers', async () => {
  const folder = await newFolder();
  const { url } = await start(folder, env);
  for (const state of ['live', 'paused']) {
    await setState(folder, state);
    expect(await run('seed', folder, { env })).toEqual(refused('The site is no trial'));
  }
  const token = await tokenOf(url);
  const users = async () =>
    (await (await call(url, 'GET', api.users, undefined, bearer(token))).json()).length;
  expect(await users()).toBe(1);

  await setState(folder, 'trial');
  let isSeeding = true;
  const statuses = new Set<number>();
  const visits = (async () => {
    while (isSeeding) statuses.add((await fetch(`${url}/ready`)).status);
  })();
  const { code, output } = await run('seed', folder, { env });
  isSeeding = false;
  await visits;
  expect([code, output.at(-1)]).toEqual([0, 'The cast is in.']);
  expect([...statuses]).toEqual([200]);
  const [, username = '', password = ''] = /^(\S+) \(admin\): (\S+)$/.exec(output[0] ?? '') ?? [];
  await tokenOf(url, { username, password });
  expect(await users()).toBe(4);
});
