/** `bun run launch-check`: prints what of the Startprüfung is open, also while the server runs. */
import { openForReading, QueryFailed } from '#db/client';
import { type LaunchCheck, openItemsText } from '#domain/backoffice/launch-check';
import { type Config, loadConfig } from '../config';
import { checkLaunch } from '../features/backoffice/launch-check/service';
import { loadOperator } from '../operator/file';
import { OperatorError } from '../process/failure';
import { runCommand } from './command';

await runCommand('launch check', async () => {
  const config = loadConfig();
  const { ready, items } = await check(config);
  const open = items.filter(({ ok }) => !ok);
  for (const { key, label } of open) process.stdout.write(`${key}: ${label}\n`);
  if (!ready) throw new OperatorError(`Startprüfung: ${openItemsText(items)}`);
  return 'Startprüfung: alles erledigt';
});

async function check(config: Config): Promise<LaunchCheck> {
  const operator = loadOperator(config.operatorDir);
  const db = await openForReading(config.database);
  if (!db)
    throw new OperatorError(
      'There is no database yet: start the server once, which also makes the documents.',
    );
  try {
    return await checkLaunch({ operator, config, db, publicUrl: () => config.publicUrl ?? '' });
  } catch (error) {
    throw explained(error);
  } finally {
    await db.close();
  }
}

/** The tables of an older version lack what the check reads. */
function explained(error: unknown): unknown {
  if (!(error instanceof QueryFailed) || error.code !== 'SQLITE_ERROR') return error;
  return new OperatorError('The database is of an older version: start the server once.');
}
