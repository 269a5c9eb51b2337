/** What persons delete leaves one row a minute in the audit log, and every id in a table of its own. */
import { expect, test } from 'bun:test';
import { erasures } from '#db/schema/applications';
import { auditLog } from '#db/schema/staff';
import { api, href } from '#domain/urls';
import { recordPastErasures } from '#server/erasures';
import { startApp } from '#tests/support/app';
import { createVisitor, johanna } from '#tests/support/people';
import { email, erase, filled, tokenFor } from './person';

const minute = 60_000;

async function site() {
  const app = await startApp();
  const ids: string[] = [];
  const beginAndDelete = async (many: number) => {
    for (let count = 0; count < many; count += 1) {
      const visitor = createVisitor(app);
      await visitor.save('horse-data', johanna['horse-data']);
      expect((await visitor.send('DELETE', href(api.application, visitor))).status).toBe(200);
      ids.push(visitor.id);
    }
  };
  const rows = async () =>
    (await app.db.read.select().from(auditLog)).map(({ username, action, subjectId }) => [
      username,
      action,
      subjectId,
    ]);
  const remembered = async () => (await app.db.read.select().from(erasures)).map(({ id }) => id).toSorted();
  return { app, ids, beginAndDelete, rows, remembered };
}

const row = (drafts: number) => ['Betroffene Person', 'drafts_deleted', String(drafts)];

test('a row says how many were deleted since the row before', async () => {
  const { app, ids, beginAndDelete, rows, remembered } = await site();
  await beginAndDelete(5);
  expect(await rows()).toEqual([row(1)]);
  app.clock.now += minute - 1;
  await beginAndDelete(2);
  expect(await rows()).toEqual([row(1)]);
  app.clock.now += 1;
  await beginAndDelete(3);
  // those of the first instant, which the first row came before, are not counted again
  expect(await rows()).toEqual([row(1), row(3)]);
  app.clock.now += 60 * minute;
  await beginAndDelete(1);
  expect(await rows()).toHaveLength(3);
  expect(await remembered()).toEqual(ids.toSorted());
});

test('a clock that was set back writes rows all the same, one a minute', async () => {
  const { app, beginAndDelete, rows } = await site();
  await beginAndDelete(1);
  app.clock.now -= 60 * minute;
  await beginAndDelete(3);
  expect(await rows()).toHaveLength(2);
});

test('drafts that are erased under "Meine Daten" count, too', async () => {
  const { app, ids, beginAndDelete, rows, remembered } = await site();
  await beginAndDelete(1);
  const visitor = await filled(app);
  const token = await tokenFor(app, email);
  app.clock.now += minute;
  expect((await erase(app, token)).status).toBe(200);
  expect(await rows()).toEqual([row(1), row(1)]);
  expect(await remembered()).toEqual([...ids, visitor.id].toSorted());
});

test('the last ones are recorded without another deletion, once', async () => {
  const { app, beginAndDelete, rows } = await site();
  const { clock } = app;
  await recordPastErasures(app.context);
  expect(await rows()).toEqual([]);
  await beginAndDelete(1);
  clock.now += 1000;
  await beginAndDelete(2);
  await recordPastErasures(app.context);
  expect(await rows()).toEqual([row(1)]);
  for (let minutes = 0; minutes < 3; minutes += 1) {
    clock.now += minute;
    await recordPastErasures(app.context);
  }
  expect(await rows()).toEqual([row(1), row(2)]);
});
