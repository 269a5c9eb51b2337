/** Instances and their database server are killed while they save: no acknowledged write is lost. */
import { afterAll, afterEach, expect, test } from 'bun:test';
import { scratch } from '#tests/db/support/processes';
import { endAll } from '#tests/faults/support/processes';
import { createEmpty, inspect } from '#tests/faults/support/saved-applications';
import { startSaving } from '#tests/faults/support/saving';

const instances = 4;
const instanceKills = 24;
const serverKills = 12;
const key = Buffer.alloc(32, 5).toString('base64');
const here = scratch();

afterEach(endAll);
afterAll(() => here.remove());

test(`after ${instanceKills} kills of instances on one server no acknowledged write is lost or incomplete`, async () => {
  const { url } = await here.startSqld();
  await createEmpty(url);
  const acknowledged = await Promise.all(
    Array.from({ length: instances }, async (_, lane) => {
      const ids: string[] = [];
      for (let turn = 0; turn < instanceKills / instances; turn += 1) {
        const saving = await startSaving(url, key);
        await saving.untilAcknowledged(1 + ((turn * 17 + lane * 5) % 30));
        await saving.kill();
        ids.push(...saving.acknowledged);
      }
      return ids;
    }),
  );
  const all = acknowledged.flat();
  const { lost, torn, stored } = await inspect(url, key, all);
  console.log(`${instanceKills} kills: ${all.length} acknowledged, ${stored} stored, ${lost.length} lost`);
  expect({ lost, torn }).toEqual({ lost: [], torn: [] });
  expect(stored - all.length).toBeLessThanOrEqual(instanceKills * 8);
}, 240_000);

test(`after ${serverKills} kills of the server no acknowledged write is lost or incomplete`, async () => {
  let server = await here.startSqld();
  await createEmpty(server.url);
  const saving = await startSaving(server.url, key);
  for (let turn = 1; turn <= serverKills; turn += 1) {
    await saving.untilAcknowledged(saving.acknowledged.length + turn * 3);
    server.child.kill('SIGKILL');
    await server.child.exited;
    server = await here.startSqld(server.dbPath, server.port);
  }
  await saving.untilAcknowledged(saving.acknowledged.length + 10);
  await saving.kill();
  const { lost, torn, stored } = await inspect(server.url, key, saving.acknowledged);
  const sum = `${saving.acknowledged.length} acknowledged, ${stored} stored, ${lost.length} lost`;
  console.log(`${serverKills} kills of the server: ${sum}`);
  expect({ lost, torn }).toEqual({ lost: [], torn: [] });
}, 240_000);
