/** `bun run dkim`: makes the key by which mails are signed, and prints the TXT record that publishes its public half. */
import { existsSync } from 'node:fs';
import { loadMailConfig } from '../config';
import { type DkimKey, dkimFile, makeDkimKey, readDkimKey } from '../mails/domain';
import { loadSender } from '../operator/sender';
import { OperatorError } from '../process/failure';
import { refuseArguments, runCommand } from './command';

void runCommand('dkim command', async () => {
  refuseArguments();
  const config = loadMailConfig();
  const operator = loadSender(config);
  const file = dkimFile(config);
  if (existsSync(file)) {
    const known = readDkimKey(config, operator);
    if (known) process.stdout.write(`${recordOf(known)}\n`);
    throw new OperatorError(`${file} exists already; nothing is overwritten.`);
  }
  const key = makeDkimKey(config, operator);
  return `Written: ${file}. Publish this TXT record, then restart:\n${recordOf(key)}`;
});

function recordOf({ record: { name, value } }: DkimKey): string {
  return `Name:  ${name}\nValue: ${value}`;
}
