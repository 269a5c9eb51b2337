/** What `sh setup` says at its end, asked of the server that runs here: address, first password, state. */
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { openBeside } from '#db/open';
import { readSiteState } from '#db/site-state';
import { stateLabels } from '#domain/site-state';
import { loadConfig } from '../config';
import { OperatorError } from '../process/failure';
import { primaryOf, refuseArguments, runCommand } from './command';

const patienceMs = 60_000;

void runCommand('set-up', async () => {
  refuseArguments();
  const config = loadConfig();
  await untilReady(`http://127.0.0.1:${config.port}/ready`);
  const { passwordFile } = config.admin;
  const db = await openBeside(primaryOf(config.database));
  const { state } = await readSiteState(db.read);
  await db.close();
  return [
    '',
    `Adresse: ${config.publicUrl}`,
    `Anmeldung: ${config.publicUrl}/login`,
    ...(passwordFile && existsSync(passwordFile) ? [firstPassword(passwordFile)] : []),
    `Zustand: ${stateLabels[state]}`,
  ].join('\n');
});

/** Shown once: it is in no file any more. */
function firstPassword(file: string): string {
  const [account = ''] = readFileSync(file, 'utf8').split('\n');
  rmSync(file);
  return `Benutzer und Passwort: ${account} (steht nur hier, und nur jetzt)`;
}

async function untilReady(url: string): Promise<void> {
  const end = performance.now() + patienceMs;
  while (!(await fetch(url).catch(() => null))?.ok) {
    if (performance.now() > end) throw new OperatorError('Der Server ist noch nicht bereit.');
    await Bun.sleep(200);
  }
}
