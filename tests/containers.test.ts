/** How little each container of compose.yaml may do, and what its proxy lets in. */
import { afterAll, describe, expect, test } from 'bun:test';
import { loadConfig } from '#server/config';
import { scratch } from '#tests/db/support/processes';
import { freePort } from '#tests/support/ports';
import { socketsOf } from '#tests/support/sockets';
import { compose, instances, isPath, mountsOf, type Service, services } from './compose-file';
import { read } from './project-files';

const caddyfile = await read('Caddyfile');
const here = scratch();
afterAll(() => here.remove());

/** What a service may not be without. Each rule comes with a change that it has to notice. */
const rules: [rule: string, holds: (service: Service) => boolean, broken: Partial<Service>][] = [
  ['has a read-only file system', ({ read_only }) => read_only === true, { read_only: false }],
  [
    'can only write to volumes, and to memory of a limited size that runs no programs',
    ({ tmpfs = [] }) =>
      tmpfs.some((mount) => mount.startsWith('/tmp:')) &&
      tmpfs.every((mount) => /:size=\d+m,mode=(1777|0700),noexec,nosuid,nodev$/.test(mount)),
    { tmpfs: ['/tmp'] },
  ],
  [
    'mounts only its own volumes, and the files of the project read-only',
    (service) =>
      mountsOf(service).every(([source = '', , mode]) =>
        isPath(source) ? source.startsWith('./') && mode === 'ro' : mode === undefined,
      ),
    { volumes: ['/var/run/docker.sock:/var/run/docker.sock:ro'] },
  ],
  [
    'has no rights of root, but the proxy the one to open its ports',
    ({ cap_drop, cap_add = [], ports }) =>
      String(cap_drop) === 'ALL' && String(cap_add) === (ports ? 'NET_BIND_SERVICE' : ''),
    { cap_add: ['NET_BIND_SERVICE', 'SYS_ADMIN'] },
  ],
  ['drops them', ({ cap_drop }) => String(cap_drop) === 'ALL', { cap_drop: ['NET_RAW'] }],
  [
    'gains none by a program that it starts',
    ({ security_opt }) => String(security_opt) === 'no-new-privileges:true',
    { security_opt: ['no-new-privileges:false'] },
  ],
  [
    'does not run as root, but the proxy',
    ({ user, build, ports }) =>
      ports !== undefined || build !== undefined || /^[1-9]\d*:[1-9]\d*$/.test(user ?? ''),
    { user: '0:0', build: undefined, ports: undefined },
  ],
  [
    'has a limit of memory above its tmpfs',
    ({ mem_limit, tmpfs = [] }) => {
      const used = tmpfs.map((mount) => Number(/size=(\d+)m/.exec(mount)?.[1]) * 2 ** 20);
      return bytesOf(mem_limit) > 2 * used.reduce((sum, size) => sum + size, 0);
    },
    { mem_limit: undefined },
  ],
  [
    'gets no swap beyond it',
    ({ mem_limit, memswap_limit }) => memswap_limit === mem_limit,
    { memswap_limit: '3g' },
  ],
  [
    'has a limit of processes',
    ({ pids_limit = 0 }) => pids_limit > 0 && pids_limit <= 1024,
    { pids_limit: -1 },
  ],
  [
    'keeps a limited log',
    ({ logging }) =>
      logging?.driver === 'json-file' &&
      /^\d{1,2}m$/.test(logging.options['max-size'] ?? '') &&
      /^\d$/.test(logging.options['max-file'] ?? ''),
    { logging: { driver: 'json-file', options: {} } },
  ],
  ['starts again after a crash', ({ restart }) => restart === 'unless-stopped', { restart: 'no' }],
  [
    'names the version of its image, or builds one of its own',
    ({ image: name, build }) => (build ? name === undefined : /:v?\d+\.\d+/.test(name ?? '')),
    { image: 'caddy:latest' },
  ],
  ['is on a network', ({ networks = [] }) => networks.length > 0, { networks: [] }],
];

describe.each(rules)('each service %s', (_, holds, broken) => {
  test.each(Object.entries(compose.services))('%s', (__, service) => {
    expect(holds(service)).toBe(true);
    expect(holds({ ...service, ...broken })).toBe(false);
  });

  test('and sets nothing that undoes it', () => {
    const undoing = [
      'privileged',
      'pid',
      'ipc',
      'network_mode',
      'userns_mode',
      'devices',
      'extends',
      'deploy',
    ];
    const found = services.flatMap((service) => Object.keys(service).filter((key) => undoing.includes(key)));
    expect(found).toEqual([]);
  });
});

describe('the database', () => {
  const { database, proxy } = compose.services;

  test('is alone with the instances in a network without a way out', () => {
    const others = Object.entries(compose.services).filter(([name]) => name !== 'database');
    const beside = others.filter(([, { networks = [] }]) =>
      networks.some((name) => database?.networks?.includes(name)),
    );
    expect(database?.networks).toEqual(['data']);
    expect(compose.networks?.data).toEqual({ internal: true });
    expect(beside.map(([name]) => name)).toEqual(instances.map(([name]) => name));
    expect(proxy?.networks).toEqual(['web']);
    expect(services.filter(({ ports }) => ports !== undefined)).toEqual(proxy ? [proxy] : []);
  });

  test('has no port but the one that asks for a token', async () => {
    const { entrypoint, command, environment } = database ?? {};
    // with these, the arguments and variables of the server are those of the script below and nothing else
    expect([entrypoint, command]).toEqual([['/usr/local/bin/docker-entrypoint.sh'], ['/bin/sqld']]);
    expect(Object.keys(environment ?? {}).toSorted()).toEqual(['SQLD_AUTH_JWT_KEY', 'SQLD_NODE']);
    const openAs = async (node: string | undefined) => {
      const inner = freePort();
      // what the script adds for SQLD_NODE; primary is its default, with 0.0.0.0:5001
      const added = node === 'standalone' ? [] : ['--grpc-listen-addr', `127.0.0.1:${inner}`];
      const { child, port } = await here.startSqld(undefined, undefined, {}, added);
      return portsOf(child.pid).map((open) => (open === port ? 'http' : open === inner ? 'grpc' : open));
    };
    expect(await openAs(environment?.SQLD_NODE)).toEqual(['http']);
    expect((await openAs('primary')).toSorted()).toEqual(['grpc', 'http']);
  });

  test('is waited for by the instances until its check succeeds', () => {
    for (const [, { depends_on }] of instances)
      expect(depends_on).toEqual({ database: { condition: 'service_healthy' } });
  });

  test('has a check that succeeds with the real server, and fails without', async () => {
    const [kind, ...command] = database?.healthcheck?.test ?? [];
    expect(kind).toBe('CMD');
    const codeAt = (port: number) => {
      const line = command.map((word) => word.replace('/8080', `/${port}`));
      return Bun.spawnSync(line, { stderr: 'ignore' }).exitCode;
    };
    const { port } = await here.startSqld();
    expect(codeAt(port)).toBe(0);
    expect(codeAt(freePort())).not.toBe(0);
    const listener = Bun.serve({ port: 0, fetch: () => new Response('', { status: 503 }) });
    // asked by another process, so that this one can answer
    const child = Bun.spawn(
      command.map((word) => word.replace('/8080', `/${listener.port}`)),
      { stderr: 'ignore' },
    );
    expect(await child.exited).not.toBe(0);
    await listener.stop(true);
  });
});

describe('visitors', () => {
  test('keep their own addresses over IPv6 too: the network of the proxy has IPv6', () => {
    const { web } = compose.networks ?? {};
    expect(web?.enable_ipv6).toBe(true);
    // Docker before 27 has no default. Unique local addresses (RFC 4193) meet no others.
    expect(web?.ipam?.config.map(({ subnet }) => subnet)).toEqual([
      expect.stringMatching(/^fd[\da-f]{2}:[\da-f]{1,4}:[\da-f]{1,4}::\/64$/),
    ]);
  });
});

describe('the settings of the instances', () => {
  test('are accepted by the server, which then asks staff for a second factor', () => {
    const secrets = { JWT_SECRET: 's'.repeat(32), DATA_KEY: Buffer.alloc(32).toString('base64') };
    for (const [, { environment = {} }] of instances) {
      const given = Object.entries(environment).map(([name, value]) => [
        name,
        value.replace(/^\$\{\w+:-(.*)\}$/, '$1'),
      ]);
      const config = loadConfig({ ...Object.fromEntries(given), ...secrets });
      expect(config).toMatchObject({
        production: true,
        secondFactor: 'required',
        publicUrl: 'http://localhost',
      });
    }
  });
});

describe('Caddyfile', () => {
  const settings = Object.fromEntries(
    Array.from(caddyfile.matchAll(/^\t+(\w+) (\S+)$/gm), ([, name = '', value = '']) => [name, value]),
  );

  test('limits how large a request may be, above what the product accepts', () => {
    expect(settings.max_header_size).toBe('16KB');
    expect(bytesOf(settings.max_size)).toBe(2 * 2 ** 20);
    // the largest body of the product (server/http/body.ts)
    expect(bytesOf(settings.max_size)).toBeGreaterThan(2 ** 20);
  });

  test('limits how long a client and an instance may take', () => {
    const limits = ['read_header', 'read_body', 'write', 'idle', 'dial_timeout', 'response_header_timeout'];
    expect(limits.map((name) => [name, /^\d+[sm]$/.test(settings[name] ?? '')])).toEqual(
      limits.map((name) => [name, true]),
    );
  });

  test('cannot be changed from outside, and lets no visitor take an instance out of service', () => {
    expect(settings.admin).toBe('off');
    expect(caddyfile).not.toMatch(/^\s*(fail_duration|max_fails|unhealthy_\w+)/m);
  });
});

/** The TCP ports on which a process listens. */
function portsOf(pid: number): number[] {
  const listening = '0A';
  return ['tcp', 'tcp6']
    .flatMap((table) => socketsOf(pid, table))
    .filter(([, , , state]) => state === listening)
    .map(([, local = '']) => Number.parseInt(local.split(':')[1] ?? '', 16));
}

/** The bytes of `64m`, `2MiB` or `1g`; 0 without a limit. */
function bytesOf(size: string | undefined): number {
  const [, count = '0', unit = ''] = /^(\d+)(m|g|MiB)$/.exec(size ?? '') ?? [];
  return Number(count) * (unit === 'g' ? 2 ** 30 : 2 ** 20);
}
