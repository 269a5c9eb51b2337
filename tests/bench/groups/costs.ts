import { parseArgs } from 'node:util';
import { addDays } from '#domain/dates';
import { setKeys } from '#domain/steps/all';
import { api, href, pages } from '#domain/urls';
import { applicantOfToday, openApplication } from '#tests/faults/support/processes';
import { type Applicant, matthias } from '#tests/support/people';
import { dataFolder, startServer } from '#tests/support/server';
import { bearer, tokenOf, withAdministrator } from '#tests/support/staff';
import { median, repeat } from '../rounds';
import type { Group, Row } from '../row';
import { processorMs } from './rendered-pages';
import { openApplications, saveInParallel, visitors } from './saving';

/** One start of a process differs from the next by up to a tenth: its code is compiled at other moments. */
const starts = 3;
const rounds = 3;
const atOnce = 10;
/** Of the ratio to the other checkout. */
const [most, least] = [1.05, 0.95];
/** Applications of different people, which are completed, and open ones that are all alike. */
const [others, alike] = [40, 100];
/** The folder of another checkout, built. */
const { beside } = parseArgs({ options: { beside: { type: 'string' } }, strict: false }).values;

/**
 * The processor time of the whole server process, all threads, for what people do, until the mails are written and the
 * documents are drawn. With `--beside FOLDER` the server of another checkout does the same in turns.
 */
export const costs: Group = { name: 'costs', measure };

const saves = `saves a second, ${visitors} clients`;

type Side = Awaited<ReturnType<typeof open>>;
/** How often it is done in a round, and whether mails and documents follow it. */
type Deed = { times: number; act: (side: Side, turn: number) => Promise<Response>; isFollowed?: true };

const person = applicantOfToday();
const { email } = person['contact-data'];
/** The address stays: another one would cause mails. */
const changed: Applicant = {
  ...matthias,
  'horse-data': { ...person['horse-data'], horseName: 'Fjölnir' },
  'contact-data': { ...matthias['contact-data'], email },
  'policyholder-info': { ...matthias['policyholder-info'], email },
};
const callback = { name: 'Johanna Sommer', phone: '0341 9627 100', dataProcessingConsent: true };

const read = (times: number, path: (side: Side) => string): Deed => ({
  times,
  act: (side) => fetch(side.url + path(side), { headers: side.staff }),
});
const deeds: Record<string, Deed> = {
  [`list of ${others + alike} applications`]: read(200, () => api.staffApplications),
  'list of cases': read(400, () => api.cases),
  dashboard: read(400, () => api.dashboard),
  'details of an application': read(300, ({ completed }) => href(api.details, { id: completed.id })),
  [`details of one like ${alike - 1}`]: read(200, (side) => href(api.details, { id: draftOf(side).id })),
  'empty wizard page': read(3000, () => href(pages.application, { id: crypto.randomUUID() })),
  'stored wizard page': read(300, (side) => href(pages.application, { id: draftOf(side).id })),
  ...Object.fromEntries(
    setKeys.map((key): [string, Deed] => {
      const save: Deed['act'] = (side, turn) =>
        draftOf(side, turn).save(side.url, key, (turn % 4 < 2 ? changed : person)[key]);
      return [`save ${key}`, { times: 2000, act: save }];
    }),
  ),
  'save a step': {
    times: 3000,
    act: (side, turn) => {
      const draft = draftOf(side, turn);
      return draft.ask(side.url, 'PUT', href(api.step, { id: draft.id }), {
        step: 2 + (turn % 4 < 2 ? 1 : 0),
      });
    },
  },
  'callback with its mails': {
    times: 300,
    isFollowed: true,
    act: (side) => {
      const request = { ...callback, email: `${crypto.randomUUID()}@mail.example` };
      return draftOf(side).ask(side.url, 'POST', api.callbackRequests, request);
    },
  },
  'complete, with mails and documents': {
    times: 10,
    isFollowed: true,
    act: async ({ url, drafts }) => (await drafts.pop()?.complete(url)) ?? Response.error(),
  },
};

/** An application of its own for each of those who act at once. */
function draftOf({ drafts }: Side, turn = 0) {
  return drafts[turn % atOnce] as ReturnType<typeof openApplication>;
}

async function measure(): Promise<Row[]> {
  const figures = new Map<string, number[][]>();
  const note = (name: string, more: number[][]) => figures.set(name, [...(figures.get(name) ?? []), ...more]);
  for (let start = 0; start < starts; start += 1) {
    const sides = [await open()];
    try {
      if (typeof beside === 'string') sides.push(await open(beside));
      for (const [name, deed] of Object.entries(deeds))
        note(name, await inTurns(sides, (side) => costOf(side, deed)));
      note(saves, await inTurns(sides, async ({ url, opened }) => (await saveInParallel(url, opened)).rate));
    } finally {
      for (const { close } of sides) await close();
    }
  }
  return [...figures].map(([name, measured]) => rowOf(name, name === saves ? '/s' : 'µs', measured));
}

/** A server, which keeps its mails as files, with its first applications. */
async function open(folder?: string) {
  const data = await dataFolder();
  const env = { ...withAdministrator, RATE_LIMIT: 'off' };
  const server = await startServer(data.path, env, folder === undefined ? [] : ['env', '-C', folder]);
  const { url, pid } = server;
  const fill = async (applicant: Applicant) => {
    const application = openApplication();
    await application.fill(url, applicant);
    return application;
  };
  const completed = await fill(another(others));
  for (let index = 1; index < others; index += 1) await (await fill(another(index))).complete(url);
  await completed.complete(url);
  const drafts = await repeat(alike, () => fill(person));
  const [staff, opened] = [bearer(await tokenOf(url)), await openApplications(url, visitors)];
  await settled(pid);
  const close = async () => {
    await server.kill('SIGTERM');
    await data.remove();
  };
  return { url, pid, staff, completed, drafts, opened, close };
}

/** Somebody who is like nobody else. */
function another(index: number): Applicant {
  const own = { lastName: `Sommer-${index}`, email: `rider-${index}@mail.example` };
  const horse = { horseName: `Fjölnir ${index}`, chipNumber: `2760200001${10_000 + index}` };
  return {
    ...person,
    'contact-data': { ...person['contact-data'], ...own },
    'horse-data': { ...person['horse-data'], ...horse },
    'policyholder-info': { ...person['policyholder-info'], ...own, birthDate: addDays('1985-06-14', index) },
  };
}

/** A figure of each side in each round but the first, in which the servers are still compiling. */
async function inTurns(sides: Side[], figureOf: (side: Side) => Promise<number>): Promise<number[][]> {
  const all = await repeat(1 + rounds, async (round) => {
    // what one leaves behind, as garbage, must not always meet the same other
    const order = round % 2 === 0 ? sides : sides.toReversed();
    const figures = new Map<Side, number>();
    for (const side of order) figures.set(side, await figureOf(side));
    return sides.map((side) => figures.get(side) ?? 0);
  });
  return all.slice(1);
}

/** Processor time of one deed in µs. */
async function costOf(side: Side, { times, act, isFollowed }: Deed): Promise<number> {
  const before = processorMs(side.pid);
  const one = async (turn: number) => {
    const answer = await act(side, turn);
    await answer.bytes();
    if (!answer.ok) throw new Error(`${answer.url} responded with ${answer.status}`);
  };
  const everybody = Array.from({ length: atOnce }, (_, index) => index);
  await Promise.all(everybody.map((first) => repeat(times / atOnce, (round) => one(first + round * atOnce))));
  if (isFollowed) await settled(side.pid);
  return ((processorMs(side.pid) - before) * 1000) / times;
}

/** Resolves when a process has rested for a moment. */
async function settled(pid: number): Promise<void> {
  for (let before = -1; processorMs(pid) > before; await Bun.sleep(200)) before = processorMs(pid);
}

/** The ratio is the median of those of the rounds: within one, the machine is as fast for both. */
function rowOf(name: string, unit: 'µs' | '/s', figures: number[][]): Row {
  const of = (figure: (round: number[]) => number | undefined) =>
    median(figures.map((round) => figure(round) ?? 0));
  const measured = `${of(([here]) => here).toFixed()} ${unit}`;
  if (beside === undefined) return { name, measured, target: '', holds: null };
  const there = `${of(([, there]) => there).toFixed()} ${unit}`;
  const ratio = of(([here = 0, there = 0]) => here / there);
  const [target, holds] = unit === 'µs' ? [`≤ ${most}`, ratio <= most] : [`≥ ${least}`, ratio >= least];
  return { name, measured, beside: [there, ratio.toFixed(2)], target, holds };
}
