/** Backups of an application, and a second data folder with the same keys into which they are restored. */
import { expect } from 'bun:test';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkAuditLog } from '#db/audit/chain';
import { createFieldCipher } from '#db/bank-data/cipher';
import type { Database } from '#db/client';
import { openDatabase } from '#db/open';
import { readAuditKey } from '#db/sealed-keys';
import { makeBackup } from '#server/backups/make';
import { restoreBackup } from '#server/backups/restore';
import { loadConfig } from '#server/config';
import type { TestApp } from '#tests/support/app';
import { afterThisTest } from '#tests/support/endings';

export async function siteOf({ folder, config }: TestApp) {
  const data = await mkdtemp(join(tmpdir(), 'sattelfest-'));
  afterThisTest(() => rm(data, { recursive: true, force: true }));
  for (const name of ['data-key', 'jwt-secret']) await cp(join(folder, name), join(data, name));
  const file = join(data, 'app.db');
  const own = loadConfig({ DATA_DIR: data });
  const pathOf = (name: string) => join(data, `${name}.db`);
  const opened = async <T>(work: (db: Database) => Promise<T>): Promise<T> => {
    const db = await openDatabase(own.database);
    try {
      return await work(db);
    } finally {
      await db.close();
    }
  };
  return {
    data,
    file,
    async backUp(name: string): Promise<void> {
      expect(await makeBackup(join(folder, 'app.db'), pathOf(name), config)).toEqual([]);
    },
    /** Returns what the operator is told. */
    restore: (name: string, isReplaying = true) =>
      restoreBackup({ backup: pathOf(name), file, config: own, isUnsignedAllowed: false, isReplaying }),
    /** Works on the restored database. */
    opened,
    async expectWholeAudit(): Promise<void> {
      const key = await opened(({ read }) => readAuditKey(read, createFieldCipher(own.dataKey)));
      expect(await opened((db) => checkAuditLog(db, key))).toMatchObject({ whole: true });
    },
  };
}
