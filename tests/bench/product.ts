/** The production process on a data folder that is deleted afterwards. */
import { api } from '#domain/urls';
import { dataFolder, type RunningServer, startServer } from '#tests/support/server';

export async function withProduct<T>(measure: (server: RunningServer) => Promise<T>): Promise<T> {
  const folder = await dataFolder();
  const server = await startServer(folder.path, { RATE_LIMIT: 'off' });
  try {
    // the first start with a database draws the documents for customers: not a part of what is measured
    await (await fetch(server.url + api.documents)).bytes();
    return await measure(server);
  } finally {
    await server.kill('SIGTERM');
    await folder.remove();
  }
}
