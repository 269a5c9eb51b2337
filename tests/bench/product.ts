/** The production process on a data folder that is deleted afterwards. */
import { dataFolder, type RunningServer, startServer } from '#tests/support/server';

export async function withProduct<T>(measure: (server: RunningServer) => Promise<T>): Promise<T> {
  const folder = await dataFolder();
  const server = await startServer(folder.path, { RATE_LIMIT: 'off' });
  try {
    return await measure(server);
  } finally {
    await server.kill('SIGTERM');
    await folder.remove();
  }
}
