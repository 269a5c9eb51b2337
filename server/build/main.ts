/** What `bun run build` builds, and what development and tests need of it. */
import { buildClient } from './client';
import {
  builtSince,
  clientFolder,
  clientRooms,
  developmentFolder,
  serverFolder,
  serverRooms,
} from './output';
import { buildServer } from './server';

/** Builds for production what is out of date. */
export async function ensureBuilt(): Promise<void> {
  if (!(await builtSince(clientFolder, clientRooms))) await buildClient(clientFolder, true);
  if (!(await builtSince(serverFolder, serverRooms))) await buildServer(serverFolder);
}

if (import.meta.main) {
  if (process.argv.includes('--if-changed')) {
    await ensureBuilt();
  } else if (!process.argv.includes('--development')) {
    const [manifest] = await Promise.all([buildClient(clientFolder, true), buildServer(serverFolder)]);
    process.stderr.write(`built ${manifest.app}, ${manifest.styles} and the server\n`);
  } else if (!(await builtSince(developmentFolder, clientRooms))) {
    await buildClient(developmentFolder, false);
  }
}
