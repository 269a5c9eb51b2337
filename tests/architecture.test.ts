/** The project follows its rules, and each rule finds a project that breaks it. */
import { describe, expect, test } from 'bun:test';
import { join } from 'node:path';
import {
  barrels,
  environmentReaders,
  forbiddenArrows,
  importCycles,
  impureFiles,
  longFiles,
  renderingPastTurns,
  type Sources,
  unseenImports,
} from './architecture';
import { foldersOf, massOf, reachOf, twoWayFolders } from './ceilings';

const root = join(import.meta.dir, '..');
const project = await readSources();

const rules: [
  name: string,
  rule: (sources: Sources) => string[],
  broken: [files: Record<string, string>, found: string][],
][] = [
  [
    'hides no import from these rules',
    unseenImports,
    [[{ 'web/a.ts': "let a; import b from 'b'; a = b;" }, 'unseen']],
  ],
  [
    'imports only from rooms below',
    forbiddenArrows,
    [
      [{ 'domain/a.ts': "import { b } from '../db/b';", 'db/b.ts': '' }, 'domain/a.ts imports db/b.ts'],
      [{ 'domain/a.ts': "import type { B } from '../db/b';", 'db/b.ts': '' }, 'domain/a.ts imports db/b.ts'],
      [{ 'db/a.ts': "export * from '../emails/b';", 'emails/b.tsx': '' }, 'db/a.ts imports emails/b.tsx'],
      [{ 'emails/a.ts': "import '../web/b';", 'web/b.ts': '' }, 'emails/a.ts imports web/b.ts'],
      [{ 'web/a.ts': "const b = await import(\n'../db/b');", 'db/b.ts': '' }, 'web/a.ts imports db/b.ts'],
      [
        { 'web/a.ts': "import type {\n  App,\n  Other,\n} from '#server/app';", 'server/app.ts': '' },
        'web/a.ts imports server/app.ts',
      ],
      [
        { 'server/a.ts': "import { b } from '../tests/b';", 'tests/b.ts': '' },
        'server/a.ts imports tests/b.ts',
      ],
      [{ 'server/a.ts': "import { b } from './b';" }, 'server/a.ts imports a file that does not exist'],
    ],
  ],
  [
    'has no import cycle',
    importCycles,
    [
      [
        {
          'db/a.ts': "import './b';",
          'db/b.ts': "import type { C } from './c';",
          'db/c.ts': "import './a';",
        },
        'db/a.ts → db/b.ts → db/c.ts → db/a.ts',
      ],
    ],
  ],
  [
    'reads the environment in one file',
    environmentReaders,
    [
      [{ 'server/a.ts': 'const port = process.env.PORT;' }, 'server/a.ts'],
      [{ 'db/a.ts': "const url = Bun.env['URL'];" }, 'db/a.ts'],
      [{ 'web/a.ts': 'const mode = import.meta.env.MODE;' }, 'web/a.ts'],
      [{ 'web/a.ts': "const port = process['env'].PORT;" }, 'web/a.ts'],
      [{ 'emails/a.ts': "import { env } from 'node:process';" }, 'emails/a.ts'],
    ],
  ],
  [
    'has no files, network and clock in its inner rooms',
    impureFiles,
    [
      [
        { 'domain/a.ts': "import { readFile } from 'node:fs/promises';" },
        'domain/a.ts imports node:fs/promises',
      ],
      [{ 'domain/a.ts': "import { file } from 'bun';" }, 'domain/a.ts imports bun'],
      [{ 'domain/a.ts': 'const now = Date.now();' }, 'domain/a.ts reads the clock'],
      [{ 'db/a.ts': 'const now = new Date();' }, 'db/a.ts reads the clock'],
    ],
  ],
  [
    'has no file above 300 lines',
    longFiles,
    [[{ 'web/a.ts': 'a();\n'.repeat(301) }, 'web/a.ts has 301 lines']],
  ],
  [
    'has no file that only re-exports others',
    barrels,
    [
      [
        { 'web/ui/index.ts': "/** All. */\nexport * from './a';\nexport { b } from './b';" },
        'web/ui/index.ts',
      ],
      [{ 'db/a.ts': "export type { A } from './b';" }, 'db/a.ts'],
    ],
  ],
  [
    'renders pages in turns only',
    renderingPastTurns,
    [
      [
        { 'server/features/a.tsx': "import { type PageHead, renderPage } from '#web/render.tsx';" },
        'server/features/a.tsx',
      ],
    ],
  ],
];

describe.each(rules)('the project %s', (_, rule, broken) => {
  test('as it is now', () => {
    expect(rule(project)).toEqual([]);
  });

  test.each(broken.map(([files, found]) => [found, files] as const))(
    'or the rule reports: %s',
    (found, files) => {
      expect(rule(new Map(Object.entries(files))).join('\n')).toContain(found);
    },
  );
});

describe('a ceiling, which may only fall', () => {
  const source: Sources = new Map(
    [...project].filter(([path]) => /^(domain|db|emails|server|web)\//.test(path)),
  );
  const files = (broken: Record<string, string>): Sources => new Map(Object.entries(broken));

  test('of folders that import one another', () => {
    expect(twoWayFolders(source)).toEqual([]);
    const both = files({
      'db/a/x.ts': "import '../b/y';",
      'db/b/y.ts': "import type { Z } from '../a/z';",
      'db/a/z.ts': '',
    });
    expect(twoWayFolders(both)).toEqual(['db/a ↔ db/b']);
  });

  const reaches: [of: string, path: string, most: number][] = [
    ['the POST of a step', 'server/features/applications/routes.ts', 71],
    ['the completion', 'server/features/applications/completion.ts', 53],
    ['an offer that a visitor asks for', 'server/features/offers/routes.tsx', 120],
    ['an answer of the insurer that is applied', 'server/features/backoffice/insurer/lines.ts', 79],
  ];
  test.each(reaches)('of the modules that %s reaches', (_, path, most) => {
    const reached = reachOf(source, path);
    expect(reached.length).toBeLessThanOrEqual(most);
    expect(reached.length).toBeGreaterThan(20);
  });

  test('of the modules that a file reaches, by values only', () => {
    const chain = files({
      'server/a.ts': "import { b } from './b';\nimport type { D } from './d';",
      'server/b.ts': "export { c } from '../db/c';",
      'server/d.ts': '',
      'db/c.ts': '',
    });
    expect(reachOf(chain, 'server/a.ts')).toEqual(['server/a.ts', 'server/b.ts', 'db/c.ts']);
  });

  const most: ReturnType<typeof massOf> = {
    lines: 57_982,
    files: 539,
    importShare: 10.4,
    commentShare: 7.4,
    exportsReadByOne: 1_361,
    filesWithOneImporter: 157,
  };
  const mass = massOf(source);
  test.each(Object.entries(most))('of the mass: %s', (name, ceiling) => {
    expect(mass[name as keyof typeof most]).toBeLessThanOrEqual(ceiling);
  });

  test('of the mass, as it is counted', () => {
    const small = files({
      'a.ts': "/**\n * A.\n */\nimport {\n  b,\n  c,\n} from './b';\n\n// a\nb(c); // d\n",
      'b.ts': "import type { D } from './d';\nexport const b = 1;\nexport const c = 2;\n",
      'c.ts': "import { b } from './b';\n",
      'd.ts': 'export type D = 1;\n',
    });
    const { importShare, commentShare, ...counted } = massOf(small);
    expect(counted).toEqual({ lines: 14, files: 4, exportsReadByOne: 2, filesWithOneImporter: 1 });
    expect(importShare).toBeCloseTo(42.9, 1);
    expect(commentShare).toBeCloseTo(28.6, 1);
  });

  const nouns = ['offer', 'preparation', 'withdrawal', 'callback', 'confirmation', 'tariff', 'insight'];
  test('of the folders in which a noun lives', () => {
    const folders = nouns.map((noun) => foldersOf(source, noun).length);
    expect(Math.min(...folders)).toBeGreaterThan(0);
    expect(Math.max(...folders)).toBeLessThanOrEqual(9);
  });
});

test('the rules cover every room', () => {
  const rooms = new Set(Array.from(project.keys(), (path) => path.split('/')[0]));
  expect([...rooms]).toEqual(expect.arrayContaining(['domain', 'db', 'emails', 'server', 'web', 'tests']));
});

async function readSources(): Promise<Sources> {
  const sources = new Map<string, string>();
  const glob = new Bun.Glob('{domain,db,emails,server,web,tests}/**/*.{ts,tsx}');
  for (const path of glob.scanSync(root)) sources.set(path, await Bun.file(join(root, path)).text());
  for (const path of new Bun.Glob('*.ts').scanSync(root)) {
    sources.set(path, await Bun.file(join(root, path)).text());
  }
  return sources;
}

test('only one module reads the placeholders of the operator file', () => {
  const readers = Array.from(project).filter(([, text]) => /from '[^']*\/company'/.test(text));
  expect(readers.map(([path]) => path)).toEqual(['domain/operator/operator.ts']);
});
