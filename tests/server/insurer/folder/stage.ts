/** An application with a drop folder of its own. */
import { afterAll, beforeAll, spyOn } from 'bun:test';
import { mkdtempSync } from 'node:fs';
import { readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Folders, foldersOf, prepareFolders } from '#server/insurer/folder';
import { createExchange } from '#server/jobs/insurer';
import { setOffice } from '../../features/backoffice/staff';

type Exchange = ReturnType<typeof createExchange>;

/** `turn`: a later turn of the job. `names`: what is in a folder, dot-names too. */
export function setExchange() {
  const root = mkdtempSync(join(tmpdir(), 'sattelfest-exchange-'));
  const office = setOffice({ env: { EXCHANGE_DIR: root } });
  const folders = foldersOf(root);
  const stage = { office, folders, exchange: {} as Exchange, turn, turnWith, names, text, restart };
  beforeAll(() => {
    prepareFolders(root, []);
    restart();
  });
  afterAll(() => rm(root, { recursive: true }));

  /** A new process. */
  function restart() {
    stage.exchange = createExchange(office.app.context, root);
  }
  async function turn(): Promise<void> {
    office.app.clock.now += 20_000;
    await stage.exchange.turn();
  }
  /** A turn of which every write, or the first one alone, is followed by something. */
  async function turnWith(meanwhile: () => unknown, how: 'once' | 'always' = 'once'): Promise<void> {
    const { db } = office.app.context;
    const { write } = db;
    const spied = spyOn(db, 'write');
    const followed: typeof write = async (work) => {
      const result = await write(work);
      await meanwhile();
      return result;
    };
    if (how === 'once') spied.mockImplementationOnce(followed);
    else spied.mockImplementation(followed);
    await turn().finally(() => spied.mockRestore());
  }

  async function names(folder: keyof Folders): Promise<string[]> {
    return (await readdir(stage.folders[folder])).sort();
  }
  async function text(folder: keyof Folders, name: string): Promise<string> {
    return await readFile(join(stage.folders[folder], name), 'utf8');
  }
  return stage;
}
