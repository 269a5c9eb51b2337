/** A real IMAP server on this machine: Debian's Dovecot with one mailbox in a folder of the test. */
import { existsSync } from 'node:fs';
import { chmod, chown, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { selfSigned } from './certificates';
import { afterThisTest } from './endings';
import { killAtEnd } from './lifeline';
import { freePort } from './ports';
import { until } from './until';

const dovecot = '/usr/sbin/dovecot';

export const imapAccount = { user: 'eingang@sattelfest.example', password: 'geheim/im:Postfach' };

type Way = {
  /** The folder whose name stands in the URL. */
  folder?: string;
  password?: string;
  /** Another port in its place, such as that of `cutAfter`. */
  port?: number;
};

export type MailboxServer = Awaited<ReturnType<typeof startMailbox>>;

/** `end`: who stops it after the test; left out: the hook of unit tests. */
export async function startMailbox(end: (stop: () => Promise<unknown>) => void = afterThisTest) {
  const folder = await mkdtemp(join(tmpdir(), 'sattelfest-imap-'));
  const ports = { plain: freePort(), tls: freePort() };
  // run by root, Dovecot gives its rights away
  const isRoot = process.getuid?.() === 0;
  const account = await accountOf(isRoot ? 'dovecot' : Number(process.getuid?.()));
  const mail = join(folder, 'mail');
  await mkdir(mail);
  await chmod(folder, 0o755);
  const { key, cert } = selfSigned({ names: ['localhost', '127.0.0.1'] });
  await Promise.all([
    writeFile(join(folder, 'key.pem'), key),
    writeFile(join(folder, 'cert.pem'), cert),
    writeFile(join(folder, 'dovecot.conf'), configuration({ folder, ports, isRoot, ...account })),
  ]);
  const ids = isRoot ? account : null;
  if (ids) await chown(mail, ids.uid, ids.gid);
  let running: Bun.Subprocess | null = null;
  const box = join(mail, imapAccount.user);
  let delivered = 0;

  const server = {
    /** With TLS. */
    url: (way: Way = {}) => urlOf('imaps', ports.tls, way),
    plainUrl: (way: Way = {}) => urlOf('imap', ports.plain, way),
    plainPort: ports.plain,
    async start(): Promise<void> {
      if (!existsSync(dovecot)) throw new Error(`There is no ${dovecot}: sh .ci/debian installs it.`);
      running = Bun.spawn([dovecot, '-F', '-c', join(folder, 'dovecot.conf')], {
        stdout: 'ignore',
        stderr: 'ignore',
      });
      killAtEnd(running.pid);
      const ended = running.exited.then(async () => {
        throw new Error(`Dovecot has ended: ${await server.log()}`);
      });
      // it ends later, too, when it is stopped
      ended.catch(() => {});
      await Promise.race([until(() => isListening(ports.plain)), ended]);
    },
    async stop(): Promise<void> {
      if (!running) return;
      const { pid } = running;
      // so that it makes no more processes, which would outlive it and keep its ports
      running.kill('SIGSTOP');
      const children = (await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')).trim().split(' ');
      for (const child of children.map(Number).filter(Boolean)) kill(child);
      running.kill('SIGKILL');
      await running.exited;
      running = null;
      await Promise.all(Object.values(ports).map((port) => until(() => isFree(port))));
    },
    /** As a mail server delivers: the whole message at once. */
    async deliver(message: string | Uint8Array): Promise<void> {
      await makeFolders(box, ids);
      delivered += 1;
      const file = `${Math.floor(Date.now() / 1000)}.M${delivered}P1.test`;
      await writeFile(join(box, 'tmp', file), message, { mode: 0o644 });
      await rename(join(box, 'tmp', file), join(box, 'new', file));
    },
    /** Names of the messages as they lie there: a flag would change one. */
    async files(): Promise<string[]> {
      const parts = await Promise.all(['new', 'cur'].map((part) => readdir(join(box, part))));
      return parts.flat().toSorted();
    },
    /** What was numbered before has other numbers from now on. The server must be stopped. */
    async changeUidValidity(): Promise<void> {
      const list = join(box, 'dovecot-uidlist');
      const [head = '', ...rest] = (await readFile(list, 'utf8')).split('\n');
      const other = head.replace(/ V(\d+)/, (_, value: string) => ` V${Number(value) + 7}`);
      const renumbered = rest.map((line) => line.replace(/^(\d+)/, (uid) => String(Number(uid) + 1_000)));
      await writeFile(list, [other.replace(/ N(\d+)/, ' N9999'), ...renumbered].join('\n'));
      for (const file of await readdir(box)) if (file.startsWith('dovecot.index')) await rm(join(box, file));
    },
    log: () => readFile(join(folder, 'log'), 'utf8'),
  };
  end(async () => {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  });
  await server.start();
  return server;
}

/** A port that passes on to `port`, and breaks a connection off after so many bytes from the server, `times` times. */
export async function cutAfter(port: number, bytes: number, times = 1) {
  const sockets = new Set<Socket>();
  const cut = { times: 0 };
  const proxy = createServer((client) => {
    const upstream = connect(port, '127.0.0.1');
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => {
        sockets.delete(socket);
        client.destroy();
        upstream.destroy();
      });
    }
    client.pipe(upstream);
    let passed = 0;
    upstream.on('data', (data: Buffer) => {
      passed += data.length;
      if (cut.times < times && passed > bytes) {
        cut.times += 1;
        client.write(data.subarray(0, data.length - (passed - bytes)), () => client.destroy());
        return;
      }
      client.write(data);
    });
  });
  const own = freePort();
  await new Promise<void>((done) => proxy.listen(own, '127.0.0.1', done));
  const stop = async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((done) => proxy.close(done));
  };
  return { port: own, cut, stop };
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // it has ended
  }
}

function urlOf(protocol: string, port: number, { folder, password = imapAccount.password, ...way }: Way) {
  const account = [imapAccount.user, password].map(encodeURIComponent).join(':');
  const path = folder ? `/${encodeURIComponent(folder)}` : '';
  return `${protocol}://${account}@127.0.0.1:${way.port ?? port}${path}`;
}

async function makeFolders(box: string, ids: { uid: number; gid: number } | null): Promise<void> {
  for (const folder of [box, ...['tmp', 'new', 'cur'].map((part) => join(box, part))]) {
    if (!(await mkdir(folder, { recursive: true }))) continue;
    if (ids) await chown(folder, ids.uid, ids.gid);
  }
}

/** Of an account with this name or number. */
async function accountOf(whose: string | number) {
  const rows = async (file: string) =>
    (await readFile(file, 'utf8')).split('\n').map((line) => line.split(':'));
  const isWanted = ([name, , id]: string[]) => name === whose || Number(id) === whose;
  const [name = '', , uid, gid] = (await rows('/etc/passwd')).find(isWanted) ?? [];
  const [group = ''] = (await rows('/etc/group')).find(([, , id]) => id === gid) ?? [];
  return { name, group, uid: Number(uid), gid: Number(gid) };
}

async function isFree(port: number): Promise<boolean> {
  return await new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}

async function isListening(port: number): Promise<boolean> {
  return await new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('data', () => {
      socket.destroy();
      resolve(true);
    });
    for (const event of ['error', 'close']) socket.once(event, () => resolve(false));
  });
}

type Settings = {
  folder: string;
  ports: { plain: number; tls: number };
  name: string;
  group: string;
  isRoot: boolean;
};

function configuration({ folder, ports, name, group, isRoot }: Settings): string {
  return `base_dir = ${folder}/run
state_dir = ${folder}/state
log_path = ${folder}/log
protocols = imap
ssl = yes
ssl_cert = <${folder}/cert.pem
ssl_key = <${folder}/key.pem
disable_plaintext_auth = no
auth_failure_delay = 0
mail_location = maildir:${folder}/mail/%u
default_internal_user = ${name}
default_internal_group = ${group}
default_login_user = ${isRoot ? 'dovenull' : name}
first_valid_uid = 1
service anvil {
  chroot =
  # or each wrong password delays the next one
  unix_listener anvil-auth-penalty {
    mode = 0
  }
}
service imap-login {
  chroot =
  inet_listener imap {
    address = 127.0.0.1
    port = ${ports.plain}
  }
  inet_listener imaps {
    address = 127.0.0.1
    port = ${ports.tls}
    ssl = yes
  }
}
passdb {
  driver = static
  args = password=${imapAccount.password}
}
userdb {
  driver = static
  args = uid=${name} gid=${group} home=${folder}/mail/%u
}
`;
}
