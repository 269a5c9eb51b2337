import { existsSync } from 'node:fs';
import { fileOf } from '#db/driver/local/files';
import { openBeside } from '#db/open';
import { isOpen, openItemsText } from '#domain/operator/launch-check';
import { type Config, loadConfig } from '../config';
import { readGivenDocuments } from '../documents/given';
import { checkLaunch } from '../features/backoffice/launch-check';
import { loadSender } from '../operator/sender';
import { OperatorError } from '../process/failure';
import { primaryOf, refuseArguments, runCommand } from './command';

void runCommand('launch check', async () => {
  refuseArguments();
  const config = loadConfig();
  const operator = loadSender(config);
  const given = readGivenDocuments(config.operatorDir);
  const db = await openIfStarted(config);
  const needs = { operator, given, config, publicUrl: () => config.publicUrl ?? '' };
  const { ready, items } = await checkLaunch(needs, db?.read ?? null).finally(() => db?.close());
  for (const { key, label } of items.filter(isOpen)) process.stdout.write(`${key}: ${label}\n`);
  const unknown = items.filter((one) => one.unknown).map(({ key }) => key);
  const besides = unknown.length > 0 ? ` (nicht prüfbar: ${unknown.join(', ')})` : '';
  if (!ready) throw new OperatorError(`Startprüfung: ${openItemsText(items)}${besides}`);
  return `Startprüfung: alles erledigt${besides}`;
});

async function openIfStarted({ database }: Config) {
  const file = database.syncUrl ? undefined : fileOf(database.url);
  return file && !existsSync(file) ? null : await openBeside(primaryOf(database));
}
