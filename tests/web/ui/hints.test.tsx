/** What is said beneath fields while they are used. The forms that need no script for it are as the server sends them. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { bankLettersHint, postalCodeHint } from '#domain/hints/typed';
import { addressHint } from '#domain/mails/email-domains';
import { setKeys } from '#domain/steps/all';
import { pages } from '#domain/urls';
import { setApp } from '#tests/support/app';
import { openNameServer } from '#tests/support/dns';
import { setDocument } from '#tests/support/dom';
import { openWizard } from '#tests/web/wizard/wizard-screen.tsx';
import { startHints } from '#web/ui/hints/start';

const names = await openNameServer({
  'gmail.com': { MX: ['mx.gmail.example'] },
  'good.example': { MX: ['mx.good.example'] },
  'null.example': { MX: ['.'] },
});
const stage = setDocument();
const app = setApp({ env: { DNS_SERVERS: names.address } });
// happy-dom replaces these with its own, with which a server cannot respond, and has no Option
const { Blob, Headers, Request, Response } = globalThis;
beforeAll(() => {
  // loaded by a file before, it would listen to the document of that file
  delete require.cache[Bun.resolveSync('#web/ui/hints/look', import.meta.dir)];
  Object.assign(globalThis, { Blob, Headers, Request, Response });
  startHints();
  Reflect.set(globalThis, 'Option', function option(text: string) {
    return Object.assign(document.createElement('option'), { textContent: text });
  });
});
afterAll(names.stop);

/** The calls for hints, and what holds back or replaces their answers. */
const calls: { path: string; init: RequestInit | undefined; answered?: true }[] = [];
const gates = new Map<string, Promise<unknown>>();
const failing = new Set<string>();
function watchCalls() {
  const { fetch } = globalThis;
  globalThis.fetch = (async (path: string, init?: RequestInit) => {
    if (!/places|email-domains/.test(path)) return await fetch(path, init);
    const call: (typeof calls)[number] = { path, init };
    calls.push(call);
    const { credentials: _, ...sent } = init ?? {};
    await gates.get(path);
    if (failing.has(path)) throw new TypeError('Failed to fetch');
    const response = await app.app.handle(new Request(`http://localhost${path}`, sent));
    call.answered = true;
    return response;
  }) as typeof globalThis.fetch;
}
beforeEach(() => {
  calls.length = 0;
  for (const one of [gates, failing]) one.clear();
  document.body.innerHTML = '';
});
function hold(path: string) {
  const { promise, resolve } = Promise.withResolvers<void>();
  gates.set(path, promise);
  return resolve;
}

type Field = HTMLInputElement;
function fieldOf(selector: string): Field {
  const found = document.querySelector<Field>(`main ${selector}`);
  if (!found) throw new Error(`There is no ${selector}.`);
  return found;
}
const said = (field: Field) => document.getElementById(`${field.id}-said`)?.textContent ?? '';
const described = (field: Field) => !!field.getAttribute('aria-describedby')?.includes(`${field.id}-said`);
const draft = () => JSON.stringify({ ...sessionStorage }).replaceAll('\\', '');
const soon = (check: () => void) => stage.library.waitFor(check);
const settled = () => stage.library.act(async () => await Bun.sleep(0));

async function type(field: Field, value: string, inputType = 'insertText') {
  await stage.library.act(async () => field.focus());
  await settled();
  await stage.library.act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, value);
    const data = inputType === 'insertText' ? value.slice(-1) : value;
    field.dispatchEvent(new InputEvent('input', { bubbles: true, data, inputType }));
  });
  await settled();
}
async function leave(field: Field) {
  await stage.library.act(async () => field.blur());
  await settled();
}

describe('the place of a postal code', () => {
  const pathOf = (code: string) => `/api/places/${code}`;

  async function open(sets = setKeys.slice(0, 3)) {
    await openWizard(stage, 4, { app, sets });
    watchCalls();
    const [code, city] = [fieldOf('[name=zipCode]'), fieldOf('[name=city]')];
    const shows = (place: string) => soon(() => expect(city.value).toBe(place));
    return { code, city, shows };
  }

  test('goes with its code until somebody types', async () => {
    const { code, city, shows } = await open();
    // of these, the second has several places, nobody knows the fourth, and the sixth has the place of the fifth
    for (const [typed, place] of [
      ['21335', 'Lüneburg'],
      ['88131', ''],
      ['10117', 'Berlin'],
      ['12345', ''],
      ['16816', 'Neuruppin'],
      ['16833', 'Neuruppin'],
      ['\u200e50667\u200b', 'Köln'],
    ] as const) {
      await type(code, typed);
      await shows(place);
    }
    expect(draft()).toContain('"city":"Köln"');
    await type(city, 'Köln-Nippes');
    await type(code, '14193');
    await settled();
    expect(city.value).toBe('Köln-Nippes');
  });

  test('is offered with the others where several have the code', async () => {
    const { code, city } = await open();
    await type(code, '88131');
    await soon(() => expect(said(city)).toBe(postalCodeHint.several));
    expect(described(city)).toBe(true);
    const choices = () => Array.from(city.list?.options ?? [], ({ value }) => value);
    expect([choices(), city.value]).toEqual([['Bodolz', 'Lindau (Bodensee)'], '']);
    await type(city, 'Bo');
    expect([said(city), described(city)]).toEqual(['', false]);
    await type(code, '10115');
    await soon(() => expect(choices()).toEqual([]));
    expect(city.value).toBe('Bo');
  });

  test('stays away where somebody emptied the field, before the answer and after it', async () => {
    const { code, city, shows } = await open();
    const release = hold(pathOf('21337'));
    await type(code, '21337');
    await type(city, '', 'deleteContentBackward');
    release();
    await settled();
    expect(city.value).toBe('');
    await type(code, '21339');
    await shows('Lüneburg');
    await type(city, '', 'deleteContentBackward');
    await leave(city);
    for (const field of [code, city]) await stage.library.act(async () => field.focus());
    await settled();
    expect(city.value).toBe('');
    expect(calls.filter(({ path }) => path === pathOf('21339'))).toHaveLength(1);
  });

  test('never is that of a code that has changed since', async () => {
    const { code, city, shows } = await open();
    const [first, second] = [hold(pathOf('38100')), hold(pathOf('80331'))];
    await type(code, '38100');
    await type(code, '80331');
    first();
    await settled();
    expect(city.value).toBe('');
    second();
    await shows('München');
  });

  test('is asked for again after a failure, by a call that takes nothing of the visitor along', async () => {
    const { code, city, shows } = await open();
    failing.add(pathOf('60311'));
    await type(code, '60311');
    expect(city.value).toBe('');
    failing.clear();
    await stage.library.act(async () => city.focus());
    await shows('Frankfurt am Main');
    for (const { init } of calls)
      expect(init).toMatchObject({ credentials: 'omit', referrerPolicy: 'no-referrer' });
  });

  test('is not asked for a code of another country, which says whom we insure once it is left', async () => {
    const { code } = await open();
    await type(code, 'A-1010');
    expect(said(code)).toBe('');
    await leave(code);
    expect([said(code), described(code)]).toEqual([postalCodeHint.foreign, true]);
    await type(code, '10115');
    expect(said(code)).toBe('');
    expect(calls.some(({ path }) => path.includes('1010'))).toBe(false);
  });
});

const forms: [name: string, open: () => Promise<unknown>][] = [
  ['step 2 of the wizard', () => openWizard(stage, 2, { app })],
  ['step 4 of the wizard', () => openWizard(stage, 4, { app })],
  ...([pages.callback, pages.withdrawal, pages.ownData] as const).map(
    (path): [string, () => Promise<unknown>] => [path, () => show(path)],
  ),
];

async function show(path: string) {
  const html = await (await app.ask('GET', path.replace(/#.*/, ''))).text();
  document.body.innerHTML = html.slice(html.indexOf('<body')).replace(/<script[\s\S]*?<\/script>/g, '');
}

async function openForm(open: () => Promise<unknown>) {
  await open();
  watchCalls();
  return fieldOf('input[type=email]');
}
async function enter(field: Field, address: string) {
  await type(field, address);
  await leave(field);
}

describe.each(forms)('an e-mail field in %s', (name, open) => {
  test('offers what was meant by a slip, and takes it over', async () => {
    const field = await openForm(open);
    const own = field.getAttribute('aria-describedby');
    await enter(field, 'johanna@gmial.con');
    await soon(() => expect(said(field)).toStartWith(addressHint.meant('johanna@gmail.com')));
    const region = document.getElementById(`${field.id}-said`);
    expect([region?.getAttribute('role'), region?.getAttribute('aria-live')]).toEqual(['status', 'polite']);
    expect(described(field)).toBe(true);
    await stage.library.act(async () => region?.querySelector('button')?.click());
    expect([field.value, said(field), document.activeElement === field]).toEqual([
      'johanna@gmail.com',
      '',
      true,
    ]);
    expect(field.getAttribute('aria-describedby')).toBe(own);
    if (name.includes('wizard')) expect(draft()).toContain('"email":"johanna@gmail.com"');
  });

  test('names a domain that takes no mails until somebody types on, and says nothing of a good one', async () => {
    const field = await openForm(open);
    await enter(field, 'johanna@null.example');
    await soon(() => expect(said(field)).toBe(addressHint.takesNone));
    await type(field, 'johanna@null.examples');
    expect(said(field)).toBe('');
    await enter(field, 'johanna@good.example');
    await settled();
    expect([said(field), described(field)]).toEqual(['', false]);
    const path = expect.stringMatching(/^\/api\/email-domains\/[\w.]+$/);
    const init = expect.objectContaining({ credentials: 'omit', referrerPolicy: 'no-referrer' });
    for (const call of calls) expect(call).toMatchObject({ path, init });
  });
});

test.each(['johanna', 'johanna@gmial', '.johanna@gmial.com', 'jo..hanna@gmial.com', 'jöhanna@gmial.com', ''])(
  'nothing is asked about %p, which is no address',
  async (entered) => {
    const field = await openForm(() => show(pages.ownData));
    await enter(field, entered);
    expect([said(field), calls]).toEqual(['', []]);
  },
);

test('an answer that fails says nothing and is asked for again, and a late one says nothing of another address', async () => {
  const field = await openForm(() => show(pages.ownData));
  const path = '/api/email-domains/gmal.com';
  failing.add(path);
  await enter(field, 'johanna@gmal.com');
  expect(said(field)).toBe('');
  failing.clear();
  const release = hold(path);
  await enter(field, 'johanna@gmal.com');
  await enter(field, 'johanna@null.example');
  await soon(() => expect(said(field)).toBe(addressHint.takesNone));
  release();
  await soon(() => expect(calls.some((call) => call.path === path && call.answered)).toBe(true));
  await settled();
  expect(said(field)).toBe(addressHint.takesNone);
  expect(calls.filter((call) => call.path === path)).toHaveLength(2);
});

describe('a life number', () => {
  test.each([
    ['276 02 0000 123456', 'Chipnummer'],
    ['276 431 31 01234 04', 'Lebensnummer (UELN)'],
    ['DE 431 31 01234 04', 'Lebensnummer (UELN)'],
    ['DE 31 01234 98', 'alte Lebensnummer'],
    ['Fjölnir', ''],
  ])('%s says which one it is', async (number, kind) => {
    await openWizard(stage, 1, { app });
    const field = fieldOf('[name=chipNumber]');
    await type(field, number);
    // the beginning of each longer number looks like an old one
    if (kind.startsWith('alte')) expect(said(field)).toBe('');
    await leave(field);
    expect(said(field)).toBe(kind ? `Sieht aus wie eine ${kind}.` : '');
  });
});
test.each([
  ['Zoë Müller-Łódź, O’Neill & Söhne', false],
  ['محمد', true],
  ['Erika 🐴', true],
])('a holder named %s gets a hint about letters that no bank carries: %p', async (name, isForeign) => {
  await openWizard(stage, 5, { app });
  const field = fieldOf('[name=accountHolder]');
  await type(field, name);
  expect(said(field)).toBe(isForeign ? bankLettersHint : '');
});
