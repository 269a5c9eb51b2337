/** How the product is started on this machine: by compose, as a service of systemd, or as a process of its own. */
import { existsSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import type { loadMailConfig } from '../config';
import { OperatorError } from '../process/failure';
import { root } from '../root';
import { say } from './ask';

export type Place = 'docker' | 'systemd' | 'alone';
export type SetupConfig = ReturnType<typeof loadMailConfig>;

const service = 'sattelfest';
const unitFile = `/etc/systemd/system/${service}.service`;

/** @param wasDocker the settings of an earlier run are for containers */
export function placeOf(wasDocker: boolean): Place {
  if (succeeds('docker info') && succeeds('docker compose version')) return 'docker';
  const silent = 'Docker antwortet nicht, oder ihm fehlt „docker compose“';
  if (wasDocker) throw new OperatorError(`${silent}.`);
  if (Bun.which('docker')) say(`${silent}: Es geht ohne Docker weiter.`);
  if (!existsSync('/run/systemd/system')) return 'alone';
  if (userInfo().uid !== 0) throw new OperatorError('Einen Dienst richtet nur root ein: sudo sh setup');
  return 'systemd';
}

export const starts: Record<Place, (config: SetupConfig) => Promise<void>> = {
  async docker() {
    // the containers have the rights of other users
    run('chmod a+rx operator');
    run('chmod -R a+rX Caddyfile operator/documents');
    run('docker compose build');
    const asRoot = 'docker compose run -T --rm --no-deps --user root --cap-add CHOWN --volume';
    run(asRoot, `${root}/operator:/own`, 'app-1', 'chown', 'bun:bun', '/own/dkim.pem');
    run('docker compose up -d --wait database');
    // anew, as they read operator/ at a start; one after the other, which interrupts nothing
    for (const one of ['app-1', 'app-2'])
      run(`docker compose up -d --no-deps --force-recreate --wait ${one}`);
    run('docker compose up -d --no-deps proxy');
  },

  async systemd({ dataDir }) {
    build();
    if (!succeeds(`id ${service}`)) run(`useradd --system --shell /usr/sbin/nologin ${service}`);
    run(`chown -R ${service}: .env operator`, dataDir);
    // by the whole path, as its parents may be closed to it, such as /root
    const reading = `require('node:fs').accessSync(${JSON.stringify(join(root, 'dist-server/main.js'))})`;
    if (!succeeds(`runuser -u ${service} --`, process.execPath, '--eval', reading))
      throw new OperatorError(`Der Dienst darf ${root} nicht lesen: Verschieben Sie den Ordner nach /opt.`);
    if (!existsSync(unitFile)) writeFileSync(unitFile, unitText(service, dataDir));
    run('systemctl daemon-reload');
    run(`systemctl enable ${service}`);
    run(`systemctl restart ${service}`);
    say(proxied);
  },

  async alone({ port, dataDir }) {
    const stop = `Anhalten: kill $(cat ${dataDir}/server.pid)`;
    if (await fetch(`http://127.0.0.1:${port}/ready`).catch(() => null))
      return say(`Das Programm läuft schon, mit den Angaben von vorhin. ${stop}, dann noch einmal sh setup`);
    const user = Bun.spawnSync(['id', '-un']).stdout.toString().trim();
    say(`Für einen Rechner mit systemd gehört das in ${unitFile}:\n\n${unitText(user, dataDir)}`);
    build();
    const log = openSync(join(dataDir, 'server.log'), 'a', 0o600);
    const server = Bun.spawn(['env', 'NODE_ENV=production', process.execPath, 'dist-server/main.js'], {
      detached: true,
      stdio: ['ignore', log, log],
    });
    server.unref();
    writeFileSync(join(dataDir, 'server.pid'), `${server.pid}\n`);
    say(`Hier gibt es kein systemd: Das Programm läuft, bis der Rechner neu startet. ${stop}`);
    say(proxied);
  },
};

const proxied = `
Damit Besucher es erreichen, gehört Caddy davor, das auch das Zertifikat für https holt:
  apt install caddy && cp '${root}/operator/Caddyfile' /etc/caddy/Caddyfile && systemctl reload caddy`;

/** Where the server says why it does not start. */
export const logs: Record<Place, string> = {
  docker: 'docker compose logs app-1',
  systemd: `journalctl -u ${service} -n 20`,
  alone: 'tail data/server.log',
};

/** Runs a command of the product where its server runs. */
export function runBeside(place: Place, command: string): boolean {
  const words = place === 'docker' ? 'docker compose exec -T app-1 bun'.split(' ') : [process.execPath];
  return spawn([...words, `server/commands/${command}.ts`], 'inherit');
}

function build(): void {
  run('env', process.execPath, 'server/build/main.ts', '--if-changed');
}

function unitText(user: string, data: string): string {
  const values: Record<string, string> = { user, data, folder: root, bun: process.execPath };
  const template = readFileSync(join(root, `server/setup/${service}.service`), 'utf8');
  return template.replace(/\{(\w+)\}/g, (_, name) => values[name] ?? '');
}

/** @param more words that may have blanks. @throws OperatorError */
function run(command: string, ...more: string[]): void {
  if (!spawn([...command.split(' '), ...more], 'inherit'))
    throw new OperatorError(`Das ist gescheitert, siehe oben: ${command} ${more.join(' ')}`);
}

function succeeds(command: string, ...more: string[]): boolean {
  return spawn([...command.split(' '), ...more], 'ignore');
}

function spawn(words: string[], output: 'inherit' | 'ignore'): boolean {
  try {
    return Bun.spawnSync(words, { cwd: root, stdio: ['ignore', output, output] }).exitCode === 0;
  } catch {
    return false; // there is no such program
  }
}
