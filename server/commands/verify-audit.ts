/** `bun run verify-audit`: checks the chain of the audit log, also while the server runs. */
import { createFieldCipher } from '#db/bank-data/cipher';
import { openBeside } from '#db/client';
import { readAuditKey } from '#db/sealed-keys';
import { checkAuditLog } from '#db/staff/audit-check';
import { loadConfig } from '../config';
import { OperatorError } from '../process/failure';
import { primaryOf, runCommand } from './command';

await runCommand('check of the audit log', async () => {
  const config = loadConfig();
  const db = await openBeside(primaryOf(config.database));
  try {
    const cipher = createFieldCipher(config.dataKey, config.dataKeyPrevious);
    const key = await readAuditKey(db.read, cipher);
    if (!key)
      throw new OperatorError(
        'The key of the audit log does not open with DATA_KEY or DATA_KEY_PREVIOUS; nothing was checked.',
      );
    const { rows, whole, firstBroken } = await checkAuditLog(db, key);
    if (whole) return `${rows} rows, chain whole`;
    const place = firstBroken === null ? 'its beginning is missing' : `row ${firstBroken} is the first`;
    throw new OperatorError(
      `The chain of the audit log is broken: ${place} (docs/operations.md). Rows before it: ${rows}`,
    );
  } finally {
    await db.close();
  }
});
