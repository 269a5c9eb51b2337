/** `bun run rotate-key`: encrypts all that is sealed with a new key. If it was interrupted, run it again. */
import { createFieldCipher, keyIdOf } from '#db/bank-data/cipher';
import { resealBankData, resealReturns, tryBankData } from '#db/key-rotation';
import { openDatabase } from '#db/open';
import { doesPersonKeyOpen, resealPersonKey } from '#db/sealed-keys';
import { countClosedSecrets, resealSecrets } from '#db/staff/second-factors';
import { type Config, loadConfig } from '../config';
import { OperatorError } from '../process/failure';
import { replaceDataKey, retirePreviousKey } from '../secrets';
import { primaryOf, refuseArguments, runCommand } from './command';

const closedPersonKey =
  'The key of the persons in proofs does not open with DATA_KEY or DATA_KEY_PREVIOUS; nothing was changed.';
const closedSecrets =
  'of staff do not open with DATA_KEY or DATA_KEY_PREVIOUS; nothing was changed. An administrator can end them.';

void runCommand('key rotation', async () => {
  refuseArguments();
  const config = loadConfig();
  // locks a local file, so that no server and no second rotation runs at the same time
  const db = await openDatabase(primaryOf(config.database));
  return await rotate(db, config).finally(() => db.close());
});

async function rotate(db: Awaited<ReturnType<typeof openDatabase>>, config: Config): Promise<string> {
  const present = createFieldCipher(config.dataKey, config.dataKeyPrevious);
  const before = await tryBankData(db, present);
  if (before.closed.length > 0) throw new OperatorError(closedSentence(before.closed));
  if (!(await doesPersonKeyOpen(db, present))) throw new OperatorError(closedPersonKey);
  const secrets = await countClosedSecrets(db.read, present);
  if (secrets > 0) throw new OperatorError(`${secrets} second factors ${closedSecrets}`);
  // a previous key means that a rotation has begun: complete it with the same keys
  const keys = config.dataKeyPrevious ? config : newKeyOf(config);
  const both = createFieldCipher(keys.dataKey, keys.dataKeyPrevious);
  await resealPersonKey(db, both);
  await db.write((tx) => resealSecrets(tx, both));
  const resealed = await resealBankData(db, both);
  await resealReturns(db, both);
  const fresh = createFieldCipher(keys.dataKey);
  const { mandates, closed } = await tryBankData(db, fresh);
  if (closed.length > 0) throw new OperatorError(savedMeanwhile(`${closed.length} mandates`));
  const late = await countClosedSecrets(db.read, fresh);
  if (late > 0) throw new OperatorError(savedMeanwhile(`${late} second factors`));
  const lateRows = await resealReturns(db, both);
  if (lateRows > 0) throw new OperatorError(savedMeanwhile(`${lateRows} rows of files of the insurer`));
  // data encrypted with the old key must not stay in the write-ahead log
  await db.checkpoint();
  const done = `${mandates} mandates are sealed with key ${keyIdOf(keys.dataKey)}, ${resealed} of them by this run.`;
  const retired = keys.dataKeyPrevious && retirePreviousKey(config.dataDir, keys.dataKeyPrevious);
  if (!retired) return `${done} DATA_KEY_PREVIOUS can be taken away.`;
  return `${done} Older backups need the previous key, kept in ${retired}. Make a new backup now.`;
}

function newKeyOf({ dataDir, dataKeyGenerated }: Config) {
  if (dataKeyGenerated) return replaceDataKey(dataDir);
  throw new OperatorError(
    'DATA_KEY must be the new key and DATA_KEY_PREVIOUS the one so far, see docs/operations.md.',
  );
}

function savedMeanwhile(what: string): string {
  return `${what} were saved with the previous key meanwhile: give every instance the new DATA_KEY, then run this again.`;
}

function closedSentence(ids: string[]): string {
  const some = `${ids.slice(0, 3).join(', ')}${ids.length > 3 ? ', …' : ''}`;
  return `${ids.length} mandates do not open with DATA_KEY or DATA_KEY_PREVIOUS; nothing was changed. Their applications: ${some}`;
}
