import { existsSync } from 'node:fs';
import { fileOf } from '#db/driver/local/files';
import { openBeside } from '#db/open';
import { isOpen, openItemsText } from '#domain/operator/launch-check';
import { type Config, loadConfig } from '../config';
import { readGivenDocuments } from '../documents/given';
import { checkLaunch, haveSecondFactors } from '../features/backoffice/launch-check';
import { loadSender } from '../operator/sender';
import { OperatorError } from '../process/failure';
import { primaryOf, refuseArguments, runCommand } from './command';

void runCommand('launch check', async () => {
  refuseArguments();
  const config = loadConfig();
  const operator = loadSender(config);
  const given = readGivenDocuments(config.operatorDir);
  const { ready, items } = await checkLaunch({
    operator,
    given,
    config,
    publicUrl: () => config.publicUrl ?? '',
    secondFactors: await areFactorsSet(config),
    fromInside: null,
  });
  for (const { key, label } of items.filter(isOpen)) process.stdout.write(`${key}: ${label}\n`);
  const unknown = items.filter((one) => one.unknown).map(({ key }) => key);
  const besides = unknown.length > 0 ? ` (nicht prüfbar: ${unknown.join(', ')})` : '';
  if (!ready) throw new OperatorError(`Startprüfung: ${openItemsText(items)}${besides}`);
  return `Startprüfung: alles erledigt${besides}`;
});

/** False before the first start, too. */
async function areFactorsSet({ database }: Config): Promise<boolean> {
  const file = database.syncUrl ? undefined : fileOf(database.url);
  if (file && !existsSync(file)) return false;
  const db = await openBeside(primaryOf(database));
  try {
    return await haveSecondFactors(db.read);
  } finally {
    await db.close();
  }
}
