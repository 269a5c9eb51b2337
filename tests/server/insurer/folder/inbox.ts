/** An empty drop folder before each test, and what arrives in it. */
import { beforeEach } from 'bun:test';
import { readdir, rm, writeFile } from 'node:fs/promises';
import { returnFiles } from '#db/schema/insurer';
import { setExchange } from './stage';

export const answers = 'Referenz;Stand\nSF-1;policiert\n';
const pathIn = (folder: string, name: Buffer) => Buffer.concat([Buffer.from(`${folder}/`), name]);
export const one = (name: string) => ({ name, username: null, rowCount: 1 });

export function setInbox() {
  const stage = setExchange();
  const { folders, turn } = stage;

  beforeEach(async () => {
    for (const folder of Object.values(folders)) {
      for (const name of await readdir(folder, { encoding: 'buffer' })) {
        await rm(pathIn(folder, name) as unknown as string, { recursive: true });
      }
    }
    await stage.office.app.db.write((tx) => tx.delete(returnFiles));
    stage.restart();
  });

  const put = (name: string | Buffer, content: string | Uint8Array = answers) =>
    writeFile(pathIn(folders.in, Buffer.from(name)), content);
  async function stored() {
    const rows = await stage.office.app.db.read.select().from(returnFiles);
    return rows.map(({ name, username, rowCount }) => ({ name, username, rowCount }));
  }
  async function turns(): Promise<void> {
    await turn();
    await turn();
  }
  return { stage, put, stored, turns };
}
