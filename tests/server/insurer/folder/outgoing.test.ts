/** Files of hand-overs that go into the drop folder. */
import { beforeEach, expect, spyOn, test } from 'bun:test';
import { readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { handovers } from '#db/schema/desk';
import { auditLog } from '#db/schema/staff';
import type { DropState } from '#domain/insurer/handover';
import { api, href } from '#domain/urls';
import { matthias } from '#tests/support/people';
import { deskOf, ready } from '../../features/backoffice/insurer/handovers/desk';
import { setExchange } from './stage';

const stage = setExchange();
const { folders, office, turn, turnWith, names, text } = stage;
const { create, made, read } = deskOf(office);

beforeEach(async () => {
  await office.app.db.write((tx) => tx.delete(handovers));
  for (const name of await readdir(folders.out)) await rm(join(folders.out, name));
  stage.restart();
});

const openedOf = async (ids: string[]) => {
  const rows = await office.app.db.read.select().from(auditLog).where(eq(auditLog.action, 'handover_opened'));
  return rows
    .filter(({ subjectId }) => ids.includes(subjectId ?? ''))
    .map(({ username, subjectId }) => ({ username, subjectId }));
};
const stateOf = async (id: string) => {
  const [row] = await office.app.db.read.select().from(handovers).where(eq(handovers.id, id));
  return row?.dropState;
};
const setState = (id: string, dropState: DropState) =>
  office.app.db.write((tx) => tx.update(handovers).set({ dropState }).where(eq(handovers.id, id)));
const nameOf = (id: string, format = 'csv') => `Uebergabe-2026-11-20-${id.slice(0, 8)}.${format}`;
const draftOf = (id: string) => join(folders.out, `.${id}.part`);

test.each(['csv', 'xlsx', 'json'])('a new hand-over as %s is written beside its SHA-256', async (format) => {
  const { id, body } = await made([await ready(office.app)], format);
  await turn();
  const name = nameOf(id, format);
  expect(await names('out')).toEqual([name, `${name}.sha256`]);
  expect(await Bun.file(join(folders.out, name)).bytes()).toEqual(new Uint8Array((await read(id)).bytes));
  expect(await text('out', `${name}.sha256`)).toBe(`${body.sha256}  ${name}\n`);
  const checked = Bun.spawnSync(['sha256sum', '--check', `${name}.sha256`], { cwd: folders.out });
  expect(checked.exitCode).toBe(0);
  expect((await stat(join(folders.out, name))).mode & 0o007).toBe(0);
  expect(await stateOf(id)).toBe('done');
});

test('it is written once, also if a tool has taken it, and recorded once for each application', async () => {
  const ids = [await ready(office.app), await ready(office.app, matthias)];
  const { id } = await made(ids);
  await turn();
  for (const name of await names('out')) await rm(join(folders.out, name));
  await turn();
  expect(await names('out')).toEqual([]);
  expect(await stateOf(id)).toBe('done');
  expect(await openedOf(ids)).toEqual(ids.map((subjectId) => ({ username: 'System', subjectId })));
});

test('a file that goes out although another instance was faster is recorded too', async () => {
  const applicationId = await ready(office.app);
  const { id } = await made([applicationId]);
  const { db } = office.app.context;
  const write = db.write;
  const spied = spyOn(db, 'write').mockImplementationOnce(async (work) => {
    await setState(id, 'done');
    return await write(work);
  });
  await turn();
  spied.mockRestore();
  expect([await stateOf(id), await names('out')]).toEqual(['done', [nameOf(id), `${nameOf(id)}.sha256`]]);
  expect(await openedOf([applicationId])).toHaveLength(1);
});

test('a new one wakes whoever sends it', async () => {
  let woken = 0;
  office.app.context.drops.wake = () => {
    woken += 1;
  };
  await made([await ready(office.app)]);
  expect(woken).toBe(1);
});

test('a hand-over without an application has no file', async () => {
  const { body } = await create([crypto.randomUUID()]);
  await turn();
  expect(await names('out')).toEqual([]);
  expect(await stateOf(String(body.id))).toBeNull();
});

const open = ['due', 'written'] as const;
test.each(open)('one that is %s, of which an application was deleted, leaves nothing', async (state) => {
  const applicationId = await ready(office.app);
  const { id } = await made([applicationId]);
  await writeFile(draftOf(id), 'half');
  await writeFile(join(folders.out, `${nameOf(id)}.sha256`), 'x');
  await setState(id, state);
  await office.lukas.ask('DELETE', href(api.staffApplication, { id: applicationId }));
  const { id: other } = await made([await ready(office.app, matthias)]);
  await turn();
  expect(await names('out')).toEqual([nameOf(other), `${nameOf(other)}.sha256`]);
  expect([await stateOf(id), await stateOf(other)]).toEqual(['gone', 'done']);
});

// `state`: in which the process died; `out`: what is there then, besides the SHA-256 of the new one
test.each<[string, DropState, half: boolean | null, out: 'file' | 'both' | 'nothing']>([
  ['a draft that is whole gets its name', 'written', false, 'file'],
  ['a draft that is gone had its name, and is not written again', 'written', null, 'nothing'],
  ['half a draft is written anew', 'due', true, 'both'],
])('after a crash, %s', async (_, state, half, out) => {
  const { id } = await made([await ready(office.app)]);
  const { bytes } = await read(id);
  if (half !== null) await writeFile(draftOf(id), half ? 'half' : bytes);
  await setState(id, state);
  await turn();
  const [name, sum] = [nameOf(id), `${nameOf(id)}.sha256`];
  expect(await names('out')).toEqual({ file: [name], both: [name, sum], nothing: [] }[out]);
  if (out !== 'nothing') expect(await text('out', name)).toBe(bytes.toString());
  expect(await stateOf(id)).toBe('done');
});

test('a draft that a tool deletes before it gets its name is written again', async () => {
  const { id } = await made([await ready(office.app)]);
  const { bytes } = await read(id);
  const remove = async () => {
    if ((await stateOf(id)) === 'written') await rm(draftOf(id), { force: true });
  };
  await expect(turnWith(remove, 'always')).rejects.toThrow('ENOENT');
  expect([await stateOf(id), await names('out')]).toEqual(['due', [`${nameOf(id)}.sha256`]]);
  await turn();
  expect(await text('out', nameOf(id))).toBe(bytes.toString());
});

test('one that another instance has finished is not written again', async () => {
  const { id } = await made([await ready(office.app)]);
  const finish = async () => {
    await rename(draftOf(id), join(folders.out, nameOf(id)));
    await setState(id, 'done');
  };
  await expect(turnWith(finish)).rejects.toThrow('ENOENT');
  expect(await stateOf(id)).toBe('done');
});

test('one that cannot be written does not hold up the others', async () => {
  const { id } = await made([await ready(office.app)]);
  const blocked = join(draftOf(id), 'x');
  await Bun.write(blocked, 'a folder has the name of the draft');
  office.app.clock.now += 1;
  const { id: other } = await made([await ready(office.app, matthias)]);
  await expect(turn()).rejects.toThrow('EISDIR');
  expect([await stateOf(id), await stateOf(other)]).toEqual(['due', 'done']);
  await rm(draftOf(id), { recursive: true });
  await turn();
  expect(await stateOf(id)).toBe('done');
});
