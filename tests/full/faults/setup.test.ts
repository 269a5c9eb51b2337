/** `sh setup` in a copy of this project, on a machine without Docker and systemd. */
import { expect, setDefaultTimeout, test } from 'bun:test';
import { cp, mkdir, readdir, stat, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { bareEnvironment, newFolder, newMailServer } from '#tests/faults/support/processes';
import { startNameServer } from '#tests/support/dns';
import { afterThisTest } from '#tests/support/endings';
import { freePort } from '#tests/support/ports';
import { root } from '#tests/support/server';

setDefaultTimeout(170_000);

const domain = 'www.linde.example';

const answersWith = (server: string) => `
domain = "https://${domain}/"
brand.name = "Hufschutz"
legal.status = "Makler"
legal.permission = { name = "IHK zu Leipzig", street = "Goerdelerring 5", city = "04109 Leipzig" }
admin.username = "eva.linde"
[company]
name = "Linde & Sohn GmbH"
street = "Lindenallee 12a"
zipCode = "04109"
city = "Leipzig"
state = "SN"
phone = "0341 1234567"
email = "post@linde.example"
managingDirectors = "Eva Linde"
registerCourt = "Amtsgericht Leipzig"
registerNumber = "HRB 98765"
vatId = "keine"
intermediaryNumber = "D-ABCD-67890-12"
[insurer]
name = "Tierschild AG"
street = "Am Markt 3"
zipCode = "29525"
city = "Uelzen"
[creditor]
id = "DE51 ZZZ 1234 5678 901"
[mail]
from = "antrag@linde.example"
internalTo = "team@linde.example"
server = "${server}"
`;

/** A copy of the project, and `setup` in it. Without Docker, whether there is one here or not. */
async function machine() {
  const folder = await newFolder();
  for (const name of await readdir(root)) {
    if (/^(?:\.git|dist.*|data|operator|tests|\.env)$/.test(name)) continue;
    if (name === 'node_modules') await symlink(join(root, name), join(folder, name));
    else await cp(join(root, name), join(folder, name), { recursive: true });
  }
  const programs = join(folder, 'programs');
  await mkdir(programs);
  await Bun.write(join(programs, 'docker'), '#!/bin/sh\nexit 1\n');
  await Bun.$`chmod +x ${join(programs, 'docker')}`.quiet();
  const { address } = await startNameServer({ [domain]: { A: ['203.0.113.5'] } });
  const { PATH, ...env } = bareEnvironment({ PORT: String(freePort()), DNS_SERVERS: address });
  const setup = async (args: string[], typed = '') => {
    const child = Bun.spawn(['sh', 'setup', ...args], {
      cwd: folder,
      env: { ...env, PATH: `${programs}:${PATH}`, HOME: folder },
      stdin: new Blob([typed]),
      stdout: 'pipe',
      stderr: 'pipe',
    });
    const [stdout, stderr] = await Promise.all([
      new Response(child.stdout).text(),
      new Response(child.stderr).text(),
    ]);
    return { code: await child.exited, stdout, stderr };
  };
  afterThisTest(async () => {
    const pid = await Bun.file(join(folder, 'data/server.pid'))
      .text()
      .catch(() => '');
    if (pid) process.kill(Number(pid), 'SIGKILL');
  });
  const read = (name: string) => Bun.file(join(folder, name)).text();
  return { folder, setup, read, url: `http://127.0.0.1:${env.PORT}` };
}

test('an answers file: writes, starts, tells the password once, and leaves all as it is the next time', async () => {
  const mails = await newMailServer();
  const { folder, setup, read, url } = await machine();
  await Bun.write(join(folder, 'a.toml'), answersWith(mails.url));
  // as it was left by somebody who began by hand
  await Bun.write(join(folder, '.env'), 'LOG_LEVEL=warn\nPUBLIC_URL=\nTRUST_PROXY=false\nSMTP_U');
  const first = await setup(['--answers', 'a.toml']);
  expect([first.code, first.stderr]).toEqual([0, expect.stringContaining('Punkte offen')]);
  expect((await mails.received(1))[0]?.to).toEqual(['team@linde.example']);
  expect(first.stdout).toContain(`${domain} zeigt auf 203.0.113.5.`);

  const env = await read('.env');
  expect((await stat(join(folder, '.env'))).mode & 0o777).toBe(0o600);
  expect(env).toStartWith(`LOG_LEVEL=warn\nPUBLIC_URL=https://${domain}\nTRUST_PROXY=false\nSMTP_U\n`);
  expect(first.stdout).toContain('TRUST_PROXY steht schon in .env und bleibt. Hier passt: TRUST_PROXY=true');
  for (const line of [`SMTP_URL=${mails.url}`, 'DRAFT_ACCESS=browser', 'ADMIN_USERNAME=eva.linde'])
    expect(env.split('\n')).toContain(line);
  expect(env).toMatch(/^JWT_SECRET=\S{40,}\nDATA_KEY=\S{44}$/m);
  expect(first.stdout).toContain(await read('operator/dns.txt'));
  expect(await read('operator/dns.txt')).toContain('sattelfest._domainkey.linde.example  TXT  v=DKIM1;');
  expect((await stat(join(folder, 'operator/dkim.pem'))).mode & 0o777).toBe(0o600);

  expect(first.stdout).toContain('[Service]\n');
  expect(first.stdout).toContain(`Adresse: https://${domain}\n`);
  expect(first.stdout).toMatch(/^Zustand: /m);
  expect(first.stdout).toContain('document_avb: ');
  const [, username, password = ''] = /^Benutzer und Passwort: (\S+) \/ (\S+) /m.exec(first.stdout) ?? [];
  const body = JSON.stringify({ username, password });
  const headers = { 'content-type': 'application/json' };
  expect((await fetch(`${url}/api/auth/login`, { method: 'POST', headers, body })).status).toBe(200);
  const caddy = ['/usr/bin/caddy', 'validate', '--adapter', 'caddyfile', '--config'];
  expect(Bun.spawnSync([...caddy, join(folder, 'operator/Caddyfile')]).exitCode).toBe(0);

  const files = [
    '.env',
    'operator/operator.toml',
    'operator/dkim.pem',
    'operator/dns.txt',
    'operator/Caddyfile',
  ];
  const before = await Promise.all(files.map(read));
  const other = answersWith('-').replace('"Hufschutz"', '"Anders"');
  await Bun.write(join(folder, 'a.toml'), other);
  const second = await setup(['--answers', 'a.toml']);
  expect(second.code).toBe(0);
  expect(await Promise.all(files.map(read))).toEqual(before);
  expect(second.stdout).toContain('Schon eingerichtet, und bleibt so:');
  expect(second.stdout).toContain(': Hufschutz\n');
  expect(second.stdout).not.toContain(password);
  expect(mails.mails).toHaveLength(1);
});

test('the dialog: asks again with the reason, goes on where it was left, and waits for the test mail', async () => {
  const mails = await newMailServer();
  const { setup, read } = await machine();
  const first = await setup([], ['stall,de', domain, 'Hufschutz', ''].join('\n'));
  expect(first.code).toBe(1);
  expect(first.stdout).toContain('Eine IP-Adresse geht nicht.');
  expect(first.stderr).toContain('Abgebrochen.');
  const company = [
    'Linde GmbH',
    'Lindenallee 12a',
    '04109',
    'Leipzig',
    'SN',
    '0341 1234567',
    'post@linde.example',
  ];
  const register = ['-', '-', '-', '-', 'D-ABCD-67890-12', '', 'Eva Linde'];
  const rest = ['Tierschild AG', 'Am Markt 3', '29525', 'Uelzen', '', 'DE51ZZZ12345678901', '1'];
  const lost = ['antrag@linde.example', '', 'smtp://127.0.0.1:1', '', ''];
  const right = ['25', 'team@linde.example', '26', mails.url, '', 'nein', '', 'j'];
  const second = await setup([], [...company, ...register, ...rest, ...lost, ...right, ''].join('\n'));
  expect([second.code, second.stderr]).toEqual([0, expect.stringContaining('offen')]);
  expect(second.stdout).toContain(': Hufschutz\n');
  expect(second.stdout).not.toContain('Adresse der Website (');
  expect(second.stdout).toContain('Die Probemail ging nicht hinaus. ESOCKET');
  expect(second.stdout.match(/Kam die Probemail an\?/g)).toHaveLength(2);
  expect(mails.mails.map(({ to }) => to[0])).toEqual(['team@linde.example', 'team@linde.example']);
  expect(await read('operator/operator.toml')).toContain('managingDirectors = "-"');
  expect(await read('.env')).toContain(`SMTP_URL=${mails.url}\n`);
});

test('what is wrong in .env or in the operator file is named before anything is asked or written', async () => {
  const { folder, setup, read } = await machine();
  await Bun.write(join(folder, '.env'), 'DATA_KEY=abc\n');
  const { code, stderr } = await setup([]);
  expect([code, stderr]).toEqual([1, expect.stringContaining('stimmt etwas nicht: DATA_KEY')]);
  expect(await read('.env')).toBe('DATA_KEY=abc\n');
  expect(await readdir(folder)).not.toContain('operator');
  await Bun.write(join(folder, '.env'), '');
  await Bun.write(join(folder, 'operator/operator.toml'), '[brand]\nnmae = "Hufschutz"\n');
  expect((await setup([])).stderr).toContain('operator.toml: brand.nmae must be left out');
});
