/** `sh setup`: asks what is needed, checks and writes it, and starts the product (docs/betrieb.md). */
import { join } from 'node:path';
import { loadMailConfig } from '../config';
import { loadOperator } from '../operator/file';
import { OperatorError } from '../process/failure';
import { root } from '../root';
import { answersFor } from '../setup/answers';
import { say } from '../setup/ask';
import { logs, placeOf, runBeside, starts } from '../setup/start';
import { complete, readEnv } from '../setup/written';
import { runCommand } from './command';

void runCommand('set-up', async () => {
  const [option, path, ...more] = process.argv.slice(2);
  if ((option && option !== '--answers') || (option && !path) || more.length > 0)
    throw new OperatorError('Aufruf: sh setup, oder mit einer Datei: sh setup --answers antworten.toml');
  const config = readConfig();
  const place = placeOf(readEnv().DKIM_KEY?.startsWith('/operator/') ?? false);
  const answers = await answersFor(path, config.dnsServers);
  complete(answers, place, config);
  say('Das Programm wird gebaut und gestartet. Das kann einige Minuten dauern.');
  await starts[place](config);
  if (!runBeside(place, 'started')) throw new OperatorError(`Warum, sagt: ${logs[place]}`);
  say('\nWas bis zum Start noch stimmen muss:');
  runBeside(place, 'launch-check');
  return 'Wie es weitergeht, steht in docs/betrieb.md.';
});

function readConfig() {
  try {
    const config = loadMailConfig(undefined, readEnv());
    loadOperator('operator');
    // the containers see this folder elsewhere
    const keyFile = (config.dkim.keyFile ?? 'operator/dkim.pem').replace(/^\/operator\//, 'operator/');
    return { ...config, dkim: { ...config.dkim, keyFile: join(root, keyFile) } };
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error;
    throw new OperatorError(
      `In .env oder operator/operator.toml stimmt etwas nicht: ${error.message}. Es wurde nichts geändert.`,
    );
  }
}
