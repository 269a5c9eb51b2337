import { buildClient } from './client';
import {
  clientFolder,
  clientRooms,
  developmentFolder,
  isUpToDate,
  serverFolder,
  serverRooms,
} from './output';
import { buildServer } from './server';

export async function ensureBuilt(): Promise<void> {
  if (!(await isUpToDate(clientFolder, clientRooms))) await buildClient(clientFolder, true);
  if (!(await isUpToDate(serverFolder, serverRooms))) await buildServer(serverFolder);
}

if (import.meta.main) {
  if (process.argv.includes('--if-changed')) {
    await ensureBuilt();
  } else if (!process.argv.includes('--development')) {
    const [manifest] = await Promise.all([buildClient(clientFolder, true), buildServer(serverFolder)]);
    process.stderr.write(`built ${manifest.app}, ${manifest.styles} and the server\n`);
  } else if (!(await isUpToDate(developmentFolder, clientRooms))) {
    await buildClient(developmentFolder, false);
  }
}
