/** The drop folder on the real services. */
import { openDatabase } from '#db/open';
import { placeholders } from '#domain/operator/operator';
import { loadConfig } from '#server/config';
import { createExchange } from '#server/jobs/insurer';
import { createServices } from '#server/services';

/** Some turns of the job, in which each file has been quiet for long enough. */
export async function exchange(env: NodeJS.ProcessEnv): Promise<void> {
  const config = loadConfig(env);
  const db = await openDatabase(config.database);
  let uptime = 0;
  const { context, close } = createServices(config, db, {
    log: () => {},
    operator: placeholders,
    publicUrl: () => 'http://localhost',
    uptime: () => uptime,
  });
  const { turn, stop } = createExchange(context, config.exchangeDir ?? '');
  for (let count = 0; count < 3; count += 1) {
    await turn();
    uptime += 20_000;
  }
  await stop();
  await close();
}
