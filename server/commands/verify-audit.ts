/** `--since` takes an end that the server has logged (`audit_log_end`): rows that were cut off after it are noticed. */

import { checkAuditLog, type LoggedEnd } from '#db/audit/chain';
import { createFieldCipher } from '#db/bank-data/cipher';
import { openBeside } from '#db/open';
import { findChanged } from '#db/proofs';
import { readAuditKey } from '#db/sealed-keys';
import { type Config, loadConfig } from '../config';
import { OperatorError } from '../process/failure';
import { primaryOf, runCommand } from './command';

void runCommand('check of the audit log', async () => {
  const since = sinceOf(process.argv.slice(2));
  const config = loadConfig();
  const db = await openBeside(primaryOf(config.database));
  return await check(db, config, since).finally(() => db.close());
});

async function check(db: Awaited<ReturnType<typeof openBeside>>, config: Config, since: LoggedEnd | null) {
  const cipher = createFieldCipher(config.dataKey, config.dataKeyPrevious);
  const key = await readAuditKey(db.read, cipher);
  if (!key)
    throw new OperatorError(
      'The key of the audit log does not open with DATA_KEY or DATA_KEY_PREVIOUS; nothing was checked.',
    );
  const { rows, whole, firstBroken, lost } = await checkAuditLog(db, key, since);
  if (whole) {
    const changed = await findChanged(db.read);
    if (changed.length === 0) return `${rows} rows, chain whole`;
    throw new OperatorError(
      `Texts that proofs name were changed: ${changed.join(', ')} (docs/operations.md). Rows: ${rows}, chain whole`,
    );
  }
  const place = firstBroken === null ? 'its beginning is missing' : `row ${firstBroken} is the first`;
  throw new OperatorError(
    since && lost
      ? `The end of the audit log was cut off: row ${since.id} is not there as it was logged (docs/operations.md). Rows: ${rows}`
      : `The chain of the audit log is broken: ${place} (docs/operations.md). Rows before it: ${rows}`,
  );
}

/** @throws OperatorError for any other arguments */
function sinceOf(given: readonly string[]): LoggedEnd | null {
  if (given.length === 0) return null;
  const [, id, seal = ''] = /^(\d{1,15}):([\w-]{0,64}\.[\w-]{20,64})$/.exec(given[1] ?? '') ?? [];
  if (given.length !== 2 || given[0] !== '--since' || id === undefined)
    throw new OperatorError('Usage: bun run verify-audit [--since id:seal]');
  return { id: Number(id), seal };
}
