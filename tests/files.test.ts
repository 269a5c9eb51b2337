/** Files that no program imports are correct: settings, container, documents. */
import { describe, expect, test } from 'bun:test';
import { readdirSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { loadConfig } from '#server/config';
import { variableNames } from '#server/variables';
import packageJson from '../package.json';
import { compose } from './compose-file';
import { dockerfile, exists, matches, read, root } from './project-files';

const readme = await read('README.md');
const written = await ownFiles();
const dataKey = Buffer.alloc(32).toString('base64');

describe('.env.example', async () => {
  const lines = (await read('.env.example')).split('\n').filter((line) => line && !line.startsWith('#'));
  const example = Object.fromEntries(lines.map((line) => line.split(/=(.*)/s, 2) as [string, string]));

  test('lists every variable of the server and of the proxy, and no other', () => {
    const names = new Set([...variableNames, ...Object.keys(compose.services.proxy?.environment ?? {})]);
    expect(Object.keys(example).toSorted()).toEqual([...names].toSorted());
    expect(lines).toHaveLength(names.size);
  });

  test('contains the defaults', () => {
    const values = Object.fromEntries(Object.entries(example).filter(([, value]) => value !== ''));
    expect(values).toEqual({
      PORT: '3000',
      DATA_DIR: 'data',
      ALLOW_EMPTY_DATABASE: 'false',
      TOKEN_HOURS: '8',
      TOKEN_IDLE_MINUTES: '120',
      SECOND_FACTOR: 'optional',
      DRAFT_ACCESS: 'link',
      PASSWORD_MIN: '6',
      ADMIN_USERNAME: 'admin',
      REMINDER_FIRST_HOURS: '24',
      REMINDER_SECOND_HOURS: '72',
      RETENTION_DAYS: '90',
      RETENTION_COMPLETED_YEARS: '10',
      RETENTION_WITHDRAWN_YEARS: '6',
      RETENTION_UNMATCHED_DAYS: '90',
      RETENTION_CALLBACK_DAYS: '180',
      RETENTION_OFFER_DAYS: '30',
      OFFER_DAYS: '30',
      RETENTION_MAIL_DAYS: '365',
      RETENTION_AUDIT_YEARS: '3',
      DKIM_SELECTOR: 'sattelfest',
      MAIL_MAX_MB: '9',
      IMAP_PLAINTEXT: 'false',
      POLICYHOLDER_CONFIRMATION: 'flag',
      TRUST_PROXY: 'false',
      DRAIN_SECONDS: '0',
      MAIL_FIRST_CONTACTS: '300',
      RATE_LIMIT: 'on',
      SUBMIT_LABEL: 'Antrag absenden',
      LAUNCH_CHECK: 'warn',
      LOG_LEVEL: 'info',
    });
  });

  test.each(['development', 'production'])('changes no default in %s', (mode) => {
    const given = { DATA_DIR: join(tmpdir(), 'not-made'), JWT_SECRET: 's'.repeat(32), DATA_KEY: dataKey };
    const configured = loadConfig({ ...example, ...given, NODE_ENV: mode });
    expect(configured).toEqual(loadConfig({ ...given, NODE_ENV: mode }));
  });
});

describe('Dockerfile', async () => {
  const copies = matches(dockerfile, /^COPY (.+)$/gm).map((line) => line.trim().split(/\s+/));
  const stages = matches(dockerfile, /^FROM .+ AS (\S+)$/gm);
  const local = copies.filter(([first]) => !first?.startsWith('--')).flatMap((words) => words.slice(0, -1));
  const allowed = matches(await read('.dockerignore'), /^!(.+)$/gm);

  test('copies files that exist and that .dockerignore allows', () => {
    expect(local).not.toBeEmpty();
    expect(local.filter((path) => !exists(path))).toEqual([]);
    expect(local.filter((path) => !allowed.includes(path))).toEqual([]);
  });

  test('copies from its own stages', () => {
    const sources = copies.flatMap(([first = '']) => matches(first, /^--from=(.+)$/g));
    expect(sources).not.toBeEmpty();
    expect(sources.filter((stage) => !stages.includes(stage))).toEqual([]);
  });

  // ASVS 13.4.1
  test('copies every room of the product and no other folder', () => {
    const rooms = ['domain', 'db', 'emails', 'server', 'web'];
    const image = dockerfile.slice(dockerfile.lastIndexOf('\nFROM '));
    expect(rooms.filter((room) => !image.includes(`\nCOPY ${room} ${room}\n`))).toEqual([]);
    const folders = allowed.filter((path) => statSync(join(root, path)).isDirectory());
    expect(folders.toSorted()).toEqual(rooms.toSorted());
  });

  test('can read all that it copies, whatever the rights of the checkout', () => {
    const image = dockerfile.slice(dockerfile.lastIndexOf('\nFROM '));
    const copied = matches(image, /^COPY ([^-].*) \S+$/gm).flatMap((files) => files.split(' '));
    const [opened = ''] = matches(image, /^RUN chmod -R a\+rX (.+)$/gm);
    expect(opened.split(' ')).toEqual(copied);
    expect(image.lastIndexOf('\nRUN chmod')).toBeLessThan(image.indexOf('\nUSER '));
  });

  test('runs files that exist', () => {
    const run = matches(dockerfile, /^(?:RUN bun|CMD \["bun",) "?([\w./-]+\.[jt]s)/gm);
    expect(run).toEqual(['server/build/main.ts', 'dist-server/main.js']);
    expect(exists('server/build/main.ts')).toBe(true);
  });

  // ASVS 13.3.2
  test('runs the server as a user other than root, with its data in a volume', () => {
    expect(matches(dockerfile, /^USER (\S+)$/gm)).toEqual(['bun']);
    expect(matches(dockerfile, /^VOLUME (\S+)$/gm)).toEqual(matches(dockerfile, /\bDATA_DIR=(\S+)/g));
  });

  test('has the Bun version of .ci/setup', async () => {
    const wanted = matches(await read('.ci/setup'), /^bun_version=(.+)$/gm);
    const images = new Set(matches(dockerfile, /^FROM oven\/bun:([\d.]+)-slim\b/gm));
    expect([...images]).toEqual(wanted);
  });
});

describe('README', () => {
  test('starts with two commands that exist', async () => {
    const [first, second] = matches(readme, /^```sh\n(.+)\n```$/gm);
    expect([first, second]).toEqual(['sh .ci/start', 'sh .ci/test']);
    expect(['.ci/start', '.ci/test'].filter((path) => !exists(path))).toEqual([]);
    expect(await read('.ci/run')).toContain('/test"');
    expect(statSync(join(root, '.ci/run')).mode & 0o111).not.toBe(0);
  });

  test('names only scripts, files and folders that exist', () => {
    const scripts = matches(readme, /\bbun run ([\w-]+)/g);
    expect(scripts.filter((name) => !(name in packageJson.scripts))).toEqual([]);
    const paths = matches(readme, /(?<![\w/.])((?:\.ci|domain|db|emails|server|web|tests|docs)\/[\w./-]*)/g);
    expect(paths).not.toBeEmpty();
    expect(paths.filter((path) => !exists(path))).toEqual([]);
  });
});

describe('documents', async () => {
  const decisions = readdirSync(join(root, 'docs/decisions')).toSorted();

  test('link only to files that exist', async () => {
    const dead: string[] = [];
    for (const path of written.keys()) {
      if (!path.endsWith('.md')) continue;
      const links = matches(await read(path), /\]\((?!https?:|#)([^)]+)\)/g);
      dead.push(...links.filter((link) => !exists(join(dirname(path), link))));
    }
    expect(dead).toEqual([]);
  });

  // the changelog and reversed decisions tell of what was, and a guide names the files that somebody will add
  const present = Array.from(written).filter(
    ([path, text]) => path.endsWith('.md') && path !== 'CHANGELOG.md' && !/^Reversed by /m.test(text),
  );

  test.each(present)('%s names only files and scripts that exist', (_, text) => {
    const paths = matches(
      text,
      /`((?:\.ci|domain|db|emails|server|web|tests|docs)\/[\w./-]*(?:\.\w+|\/))`(?! \(new\))/g,
    );
    const scripts = matches(text, /\bbun run (\w[\w-]*)/g);
    expect(paths.filter((path) => !exists(path))).toEqual([]);
    expect(scripts.filter((name) => !(name in packageJson.scripts))).toEqual([]);
  });

  test('have the headings by which files cite them', async () => {
    const cited = Array.from(written).flatMap(([path, text]) =>
      Array.from(
        text.matchAll(/(docs\/[\w-]+\.md)`?,\s+(?:[*#] )?"([^"\n]+)"/g),
        ([, document = '', heading]) => ({
          path,
          document,
          heading,
        }),
      ),
    );
    expect(cited.length).toBeGreaterThan(40);
    const isThere = ({ document, heading }: (typeof cited)[number]) =>
      new RegExp(`^#{2,3} ${RegExp.escape(heading ?? '')}$`, 'm').test(written.get(document) ?? '');
    expect(cited.filter((one) => !isThere(one))).toEqual([]);
  });

  test('number the decisions without gaps', () => {
    const numbers = decisions.map((name) => name.slice(0, 4));
    expect(numbers).toEqual(decisions.map((_, index) => `${String(index + 1).padStart(3, '0')}-`));
  });

  test.each(decisions)('%s has context, decision and consequence on one screen', async (name) => {
    const text = await read(`docs/decisions/${name}`);
    expect(text).toStartWith(`# ${name.slice(0, 3)} · `);
    expect(matches(text, /^## (.+)$/gm)).toEqual(['Context', 'Decision', 'Consequence']);
    expect(text.trimEnd().split('\n').length).toBeLessThanOrEqual(50);
  });

  // ASVS 15.1.2
  test('give a reason for every dependency', async () => {
    const rows = (await read('docs/dependencies.md')).split('\n').filter((line) => line.startsWith('| `'));
    const listed = rows.flatMap((row) => matches(row.split('|')[1] ?? '', /`([^`]+)`/g));
    const { dependencies, devDependencies } = packageJson;
    expect(listed.toSorted()).toEqual(Object.keys({ ...dependencies, ...devDependencies }).toSorted());
    expect(rows.filter((row) => !/\| \S.*\.\s*\|$/.test(row))).toEqual([]);
  });
});

describe('no file', () => {
  const findings = (pattern: RegExp) =>
    Array.from(written).flatMap(([path, text]) => matches(text, pattern).map((found) => `${path}: ${found}`));

  test('names a package registry', () => {
    expect(findings(/((?:https?:)?\/\/[\w.-]*(?:registry|npmjs|npmmirror|jfrog)[\w.-]*)/gi)).toEqual([]);
    expect(written.get('bun.lock')).not.toContain('://');
  });

  test('names a folder of the machine that it was written on', () => {
    expect(findings(/(?<![\w.~/*}-])(\/(?:home|root|work|Users|mnt|workspace)\/[\w.-]+)/g)).toEqual([]);
  });
});

/** Text of every file of the project, by path. */
async function ownFiles(): Promise<Map<string, string>> {
  const patterns = (await read('.gitignore')).split('\n').filter(Boolean);
  const ignored = patterns.map((pattern) => new Bun.Glob(pattern.replace(/\/$/, '')));
  const top = readdirSync(root).filter((name) => name !== '.git' && !ignored.some((one) => one.match(name)));
  const files = new Map<string, string>();
  for (const name of top) {
    const below = statSync(join(root, name)).isDirectory()
      ? readdirSync(join(root, name), { recursive: true, encoding: 'utf8' })
      : [''];
    for (const path of below.map((one) => join(name, one))) {
      const isText =
        statSync(join(root, path)).isFile() && !/\.(woff2|png|jpe?g|webp|avif|ico|log)$/.test(path);
      if (isText) files.set(path, await read(path));
    }
  }
  return files;
}
