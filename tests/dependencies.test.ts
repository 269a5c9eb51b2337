/** Every dependency is used, and only where it may be used. An unused dependency is removed. */
// ASVS 11.2.1
import { expect, test } from 'bun:test';
import { join } from 'node:path';
import packageJson from '../package.json';

const root = join(import.meta.dir, '..');
const { dependencies, devDependencies, scripts } = packageJson;
const product = await textOf('{domain,db,emails,server,web}/**/*.{ts,tsx,css}');
const around = await textOf('tests/**/*.{ts,tsx}', '*.ts', '.ci/*');

async function textOf(...patterns: string[]): Promise<string> {
  const texts: string[] = [];
  const found = patterns.flatMap((pattern) => [...new Bun.Glob(pattern).scanSync({ cwd: root, dot: true })]);
  for (const path of found) {
    texts.push(await Bun.file(join(root, path)).text());
  }
  return texts.join('\n');
}

type Manifest = { bin?: string | Record<string, string>; peerDependencies?: Record<string, string> };

async function manifestOf(name: string): Promise<Manifest> {
  return await Bun.file(join(root, 'node_modules', name, 'package.json')).json();
}

/** Imported, resolved, or named as a path below `node_modules`, also with the package of its binary. */
function isNamed(name: string, text: string): boolean {
  const escaped = name.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
  return new RegExp(`(['"]|node_modules/@?)${escaped}(/[^'"]*)?['"]`).test(text);
}

/** Its command is in a script of package.json. */
async function isRun(name: string): Promise<boolean> {
  const { bin = {} } = await manifestOf(name);
  const commands = typeof bin === 'string' ? [name] : Object.keys(bin);
  return commands.some((command) => Object.values(scripts).some((line) => line.split(' ').includes(command)));
}

/** Another dependency needs it as a peer. */
async function isPeer(name: string): Promise<boolean> {
  for (const other of Object.keys({ ...dependencies, ...devDependencies })) {
    if ((await manifestOf(other)).peerDependencies?.[name]) return true;
  }
  return false;
}

test('the product uses each of its dependencies', () => {
  expect(Object.keys(dependencies).filter((name) => !isNamed(name, product))).toEqual([]);
});

test('tests, checks and scripts use each development dependency', async () => {
  const all: string[] = Object.keys({ ...dependencies, ...devDependencies });
  const unused: string[] = [];
  for (const name of Object.keys(devDependencies)) {
    const typed = name.startsWith('@types/') ? name.slice('@types/'.length) : null;
    // `@types/bun` describes the runtime
    const isTypes = typed !== null && (typed === 'bun' || all.includes(typed));
    if (isTypes || isNamed(name, around) || (await isRun(name)) || (await isPeer(name))) continue;
    unused.push(name);
  }
  expect(unused).toEqual([]);
});

// ASVS 15.2.3
test('the product uses no development dependency', () => {
  expect(Object.keys(devDependencies).filter((name) => isNamed(name, product))).toEqual([]);
});

// ASVS 15.1.2
test('everything is installed exactly as bun.lock says', async () => {
  expect(await Bun.file(join(root, '.ci/setup')).text()).toMatch(/^bun install --frozen-lockfile$/m);
  expect(await Bun.file(join(root, 'Dockerfile')).text()).not.toMatch(/bun install(?!.*--frozen-lockfile)/);
});
