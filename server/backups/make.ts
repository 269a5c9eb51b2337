import { copyDatabase, countRows, lookOver } from '#db/backup';
import { createFieldCipher } from '#db/bank-data/cipher';
import type { Cell } from '#db/texts';
import { dayMs, isoOf } from '#domain/time';
import packageJson from '../../package.json';
import type { Config } from '../config';
import { deleteOldDrafts, inFolder, publish, withDraft } from '../files';
import { OperatorError } from '../process/failure';
import { migrations } from '../root';
import { writeBackup } from './format';

/** `target` is a new file. Returns the damaged texts of the database, which the backup has too. */
export async function makeBackup(source: string, target: string, config: Config) {
  const { encryptionKey } = config.database;
  // beside the database, because the backup may have to be encrypted where it is
  const copied = `${source}.backup`;
  deleteOldDrafts(copied, Date.now() - dayMs);
  return await withDraft(target, (draft) =>
    withDraft(copied, async (copy) => {
      const createdAt = isoOf(Date.now());
      await copyDatabase(source, copy, encryptionKey);
      const cipher = createFieldCipher(config.dataKey, config.dataKeyPrevious);
      const { fault, damaged } = await lookOver(copy, migrations, cipher, encryptionKey);
      const more = damaged.length > 0 ? ` It also has ${placesOf(damaged)}.` : '';
      if (fault) throw new OperatorError(`The copy is not kept: ${fault}.${more}`);
      const rows = await countRows(copy, encryptionKey);
      const about = { createdAt, product: packageJson.version, rows };
      inFolder(draft, () => writeBackup(copy, draft, config, about));
      publish(draft, target);
      return damaged;
    }),
  );
}

export function placesOf(cells: readonly Cell[]): string {
  const first = cells.slice(0, 5).map(({ table, column, id }) => `${table}.${column} in row ${id}`);
  const more = cells.length > first.length ? ', …' : '';
  return `${cells.length} damaged texts, ${first.join(', ')}${more}`;
}
