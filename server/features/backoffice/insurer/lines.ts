/** What the lines of a file say once its columns have meanings, and what they change in their cases (decision 039). */
import { changeCase, lastActor, readStates } from '#db/cases/change';
import { addNote } from '#db/cases/history';
import type { Reader } from '#db/client';
import {
  columnsIn,
  findAnswered,
  findReferenced,
  findReturn,
  type Match,
  type Progress,
  partsOf,
  type ReturnRecord,
  readMatched,
  readNames,
  readRows,
  resultsIn,
  sealResults,
  setMatches,
  setResults,
} from '#db/insurer/answers';
import type { Actor } from '#domain/accounts/actors';
import { decideChange } from '#domain/cases/decide';
import { staleSentence } from '#domain/cases/staff';
import {
  type ApplyRequest,
  type MatchedLine,
  type MatchedReturn,
  type ReturnMapping,
  type ReturnResult,
  returnMeaningKeys,
} from '#domain/insurer/answers';
import {
  changeBy,
  clashesIn,
  interpret,
  type Line,
  notApplied,
  placesOf,
  refusedBecause,
} from '#domain/insurer/lines';
import type { Context } from '../../../context';
import { type Deed, perform } from '../../../deed';
import { refusals } from '../../../refusal';
import { repeated, requestHash } from '../../../repeats';
import { messageAbout, sendMessage } from '../cases/messages';

/** @throws Refusal unless it is there with its content */
export async function contentOf(reader: Reader, id: string): Promise<ReturnRecord> {
  const file = await findReturn(reader, id);
  if (!file) throw refusals.notFound('Diese Rückmeldung gibt es nicht.');
  if (file.columns === null) {
    throw refusals.conflict('Der Inhalt dieser Rückmeldung ist gelöscht, weil seine Frist abgelaufen ist.');
  }
  return file;
}

export async function matchReturn(context: Context, actor: Actor, id: string, mapping: ReturnMapping) {
  const { cipher, db } = context;
  const file = await contentOf(db.fresh, id);
  const found = await findApplications(db.fresh, await readLines(context, file, mapping));
  const facts = await readFacts(db.fresh, found);
  const clashes = clashesIn(found);
  const matched = found.map((one) => {
    const { line, applicationId, match, to, policyNumber, given, hint } = one;
    const { version = null, status: from = null } = facts.states.get(applicationId ?? '') ?? {};
    const name = facts.names.get(applicationId ?? '');
    const problem = one.problem ?? clashes.get(line) ?? judge(context, one, facts);
    const contactName = name ? `${name.firstName} ${name.lastName}` : null;
    return {
      row: { line, applicationId, match, from, to, policyNumber, problem },
      note: { line, ...given, hint, contactName, horseName: name?.horseName ?? null },
      seen: { line, applicationId, version },
    };
  });
  await perform(context, actor, async ({ tx, at, record }) => {
    const seen = matched.map((one) => one.seen);
    await setMatches(tx, cipher, await contentOf(tx, id), { mapping, at }, seen);
    await record('return_matched', [id]);
  });
  const [rows, notes] = [matched.map(({ row }) => row), matched.map(({ note }) => note)];
  return { rows, notes } satisfies MatchedReturn;
}

/** Their reasons may be long, and a letter may stand for eighteen. */
const rowsAtOnce = 10;

/** `applicationId`: to which it was matched last. */
type ReadLine = Line & { applicationId: string | null };

async function readLines({ cipher, db, today }: Context, file: ReturnRecord, mapping: ReturnMapping) {
  const columns = columnsIn(cipher, file);
  const places = placesOf(mapping, columns);
  const unknown = returnMeaningKeys.filter((meaning) => places[meaning] === -1);
  if (unknown.length > 0) {
    const message = 'Diese Spalte gibt es in der Datei nicht';
    throw refusals.invalid(unknown.map((meaning) => ({ path: `mapping.${meaning}`, message })));
  }
  const rows = await readRows(db.fresh, cipher, file.id);
  const lines: ReadLine[] = [];
  for await (const some of partsOf(rows, rowsAtOnce)) {
    for (const { applicationId, ...row } of some)
      lines.push({ ...interpret(row, places, today()), applicationId });
  }
  return lines;
}

/** As the file was matched, with what the lines say of one another. None as long as it is not matched. */
export async function readByLine(context: Context, file: ReturnRecord): Promise<Map<number, ReadLine>> {
  const lines = file.mapping === null ? [] : await readLines(context, file, file.mapping);
  const clashes = clashesIn(lines);
  for (const one of lines) one.problem ??= clashes.get(one.line) ?? null;
  return new Map(lines.map((one) => [one.line, one]));
}

type Found = Line & Pick<MatchedLine, 'applicationId' | 'match'>;

async function findApplications(reader: Reader, lines: readonly Line[]): Promise<Found[]> {
  const find = async (kind: 'mandate' | 'id' | 'start') => {
    const keys = lines.flatMap(({ reference }) => (reference.kind === kind ? reference.key : []));
    return await findReferenced(reader, kind, [...new Set(keys)]);
  };
  const named = { mandate: await find('mandate'), id: await find('id'), start: await find('start') };
  return lines.map((line) => {
    const { reference } = line;
    const none = (problem: string) => ({ ...line, applicationId: null, match: 'none' as const, problem });
    if (reference.kind === 'none') return none(reference.problem);
    const [applicationId, ...others] = named[reference.kind].get(reference.key) ?? [];
    if (applicationId === undefined) return none(notApplied.noMatch);
    if (others.length > 0) return none(notApplied.several);
    return { ...line, applicationId, match: reference.kind === 'mandate' ? 'reference' : 'id' };
  });
}

type Facts = Awaited<ReturnType<typeof readFacts>>;

async function readFacts(reader: Reader, found: readonly Found[]) {
  const states: Awaited<ReturnType<typeof readStates>> = new Map();
  const names: Awaited<ReturnType<typeof readNames>> = new Map();
  for await (const some of partsOf([...new Set(found.flatMap((one) => one.applicationId ?? []))])) {
    for (const [id, state] of await readStates(reader, some)) states.set(id, state);
    for (const [id, name] of await readNames(reader, some)) names.set(id, name);
  }
  const numbers = new Set(found.flatMap((one) => one.policyNumber ?? []));
  const numbered = await findReferenced(reader, 'policyNumber', [...numbers]);
  return { states, names, numbered };
}

function judge({ config, today, calendar }: Context, line: Found, { states, numbered }: Facts) {
  const state = states.get(line.applicationId ?? '');
  if (!state) return notApplied.open;
  const { policyholderConfirmation: policy } = config;
  const known = { version: null, assignee: null, today: today(), calendar, policy };
  const refused = refusedBecause(decideChange(state, changeBy(line, state.status), known));
  if (refused !== null) return refused;
  const owners = numbered.get(line.policyNumber ?? '') ?? [];
  return owners.some((one) => one !== line.applicationId) ? notApplied.taken : null;
}

type Applying = ApplyRequest & {
  context: Context;
  actor: Actor;
  file: ReturnRecord;
  read: ReadonlyMap<number, ReadLine>;
};

/** The same again answers as before; if it was interrupted, it does what is left. */
export async function applyReturn(
  context: Context,
  actor: Actor,
  fileId: string,
  { lines: named, ...request }: ApplyRequest,
): Promise<ReturnResult> {
  const file = await contentOf(context.db.fresh, fileId);
  const lines = [...new Set(named)].toSorted((a, b) => a - b);
  const applying = { ...request, context, actor, file, lines, read: await readByLine(context, file) };
  let progress: Progress | undefined;
  do progress = await perform(context, actor, (deed) => applySome(deed, applying, progress));
  while (!progress.result);
  return progress.result;
}

/** In one transaction, so that other writes get in between. */
const linesAtOnce = 20;

/**
 * `mine`: how far this call came. A new match may have forgotten it, and lines that change nothing are not kept at once.
 * @throws Refusal if the file is no longer as it was read
 */
export async function applySome(deed: Deed, applying: Applying, mine?: Progress): Promise<Progress> {
  const { tx, at, record, unrecorded } = deed;
  const { context, file, id: own, lines, notify, read } = applying;
  const hash = requestHash({ lines, notify });
  const key = own ?? hash;
  const stored = await contentOf(tx, file.id);
  const results = resultsIn(context.cipher, stored);
  const kept = repeated(results[key] ?? null, { hash });
  if (kept?.result) return kept;
  if (own && !kept) repeated(await findAnswered(tx, context.cipher, own), { id: file.id });
  if (JSON.stringify(stored.mapping) !== JSON.stringify(file.mapping)) {
    throw refusals.conflict(
      'Die Spalten dieser Rückmeldung wurden inzwischen anders zugeordnet. Bitte prüfen Sie die Zeilen noch einmal.',
    );
  }
  const before = kept && placeOf(kept) >= placeOf(mine) ? kept : mine;
  // a transaction may run again
  const skipped = [...(before?.soFar?.skipped ?? [])];
  const from = placeOf(before);
  const some = lines.slice(from, from + linesAtOnce);
  const rows = await readMatched(tx, file.id, some);
  const idOf = (line: number) => rows.get(line)?.applicationId ?? '';
  const states = await readStates(tx, some.map(idOf));
  const changed: number[] = [];
  // others may read between two lines
  for await (const [line = 0] of partsOf(some, 1)) {
    const reason = await applyLine(deed, applying, read.get(line), rows.get(line), states);
    if (reason === null) changed.push(line);
    else skipped.push({ line, reason });
  }
  const result = { changed: from + some.length - skipped.length, skipped };
  const isDone = from + some.length === lines.length;
  const now = isDone ? { hash, result } : { hash, result: null, soFar: result };
  if (!kept || changed.length > 0 || isDone) {
    const sealed = sealResults(context.cipher, file.id, { ...results, [key]: now });
    await setResults(tx, file.id, sealed, changed.length, isDone ? at : undefined);
  }
  await record('case_changed', changed.map(idOf));
  const noted = changed.filter((line) => typeof read.get(line)?.note === 'string');
  await record('case_note_added', noted.map(idOf));
  if (!isDone) unrecorded('the lines that follow are');
  else await record('return_applied', [file.id]);
  return now;
}

function placeOf(progress?: Progress): number {
  const { changed, skipped } = progress?.soFar ?? { changed: 0, skipped: [] };
  return changed + skipped.length;
}

/** By the rules for every change, and by the version that was seen when the line was matched. Returns why nothing changes. */
async function applyLine(
  deed: Deed,
  { context, actor: author, notify }: Applying,
  read: ReadLine | undefined,
  row: Match | undefined,
  states: Facts['states'],
): Promise<string | null> {
  const { tx, at } = deed;
  if (!row) return notApplied.unknown;
  if (!read || row.applicationId === null) return notApplied.unmatched;
  if (read.problem !== null) return read.problem;
  const state = states.get(row.applicationId);
  if (!state) return notApplied.open;
  const { applicationId: id, version } = state;
  const { policyholderConfirmation: policy } = context.config;
  const change = changeBy(read, state.status);
  const now = decideChange(state, change, { ...deed, version: null, assignee: null, policy });
  if (now.kind === 'allowed' && now.differences.length === 0) return notApplied.already;
  if (row.version !== version) return staleSentence(await lastActor(tx, id));
  const { policyNumber: number, note: text } = read;
  const numbered = await findReferenced(tx, 'policyNumber', number === null ? [] : [number]);
  if ([...numbered.values()].flat().some((one) => one !== id)) return notApplied.taken;
  const sending = notify ? await messageAbout(context, tx, id, change.status) : null;
  if (sending && 'reason' in sending) return sending.reason;
  const changing = { ...deed, eventId: sending?.message.id, policy };
  const outcome = await changeCase(changing, id, { version, ...change, hasMessage: sending !== null });
  if (outcome.kind !== 'changed') {
    const isRefused = outcome.kind === 'blocked' || outcome.kind === 'invalid';
    return (isRefused && refusedBecause(outcome)) || notApplied.stale;
  }
  if (text !== null) await addNote(tx, { id: crypto.randomUUID(), applicationId: id, text, at, author });
  if (sending) await sendMessage(deed, author, id, sending);
  return null;
}
