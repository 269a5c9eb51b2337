/** Processes and their database server are killed while they save: no acknowledged write is lost. */
import { setDefaultTimeout, test } from 'bun:test';
import { createCluster } from '#tests/faults/support/instances';
import { createEmpty } from '#tests/faults/support/saved-applications';
import { expectWhole, killOnFiles, killTimes, startSaving } from '#tests/faults/support/saving';

setDefaultTimeout(240_000);

const fileKills = 40;
const instances = 4;
const instanceKills = 24;
const serverKills = 12;
const cluster = createCluster();

test(`after ${fileKills} kills during 8 parallel writes no acknowledged write is lost or incomplete`, async () => {
  await killOnFiles(fileKills);
});

test(`nor after ${instanceKills} kills of instances on one database server`, async () => {
  const { url } = await cluster.startSqld();
  await createEmpty(url);
  const killed = Array.from({ length: instances }, (_, lane) =>
    killTimes(url, instanceKills / instances, lane),
  );
  await expectWhole(url, (await Promise.all(killed)).flat(), instanceKills);
});

test(`nor after ${serverKills} kills of the database server`, async () => {
  let server = await cluster.startSqld();
  await createEmpty(server.url);
  const saving = await startSaving(server.url);
  for (let turn = 1; turn <= serverKills; turn += 1) {
    await saving.untilAcknowledged(saving.acknowledged.length + turn * 3);
    server.child.kill('SIGKILL');
    await server.child.exited;
    server = await cluster.startSqld(server.dbPath, server.port);
  }
  await saving.untilAcknowledged(saving.acknowledged.length + 10);
  await saving.kill();
  await expectWhole(server.url, saving.acknowledged, serverKills);
});
