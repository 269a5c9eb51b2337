/** `bun run launch-check`: prints what of the Startprüfung is open, also while the server runs. */
import { openItemsText } from '#domain/backoffice/launch-check';
import { loadConfig } from '../config';
import { readGivenDocuments } from '../documents/given';
import { checkLaunch } from '../features/backoffice/launch-check/service';
import { loadOperator } from '../operator/file';
import { OperatorError } from '../process/failure';
import { runCommand } from './command';

await runCommand('launch check', async () => {
  const config = loadConfig();
  const operator = loadOperator(config.operatorDir);
  const given = readGivenDocuments(config.operatorDir);
  const { ready, items } = checkLaunch({
    operator,
    given,
    config,
    publicUrl: () => config.publicUrl ?? '',
    secondFactors: false,
  });
  for (const { key, label } of items.filter(({ ok }) => !ok)) process.stdout.write(`${key}: ${label}\n`);
  if (!ready) throw new OperatorError(`Startprüfung: ${openItemsText(items)}`);
  return 'Startprüfung: alles erledigt';
});
