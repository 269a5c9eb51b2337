import { type LoadedApplication, loadApplications } from '#db/applications/find';
import { type ChangeOutcome, changeCases } from '#db/cases/change';
import type { Transaction } from '#db/client';
import { sha256Of } from '#db/hash';
import {
  addHandover,
  applicationsOf,
  findHandover,
  type HandoverRecord,
  readCandidates,
  readHandovers,
  setConfirmed,
} from '#db/insurer/handovers';
import type { Actor } from '#domain/accounts/actors';
import { areAllThere } from '#domain/application';
import type { Skipped } from '#domain/cases/staff';
import {
  blockReason,
  firstColumns,
  type HandedOver,
  type Handover,
  type HandoverConfirmed,
  type HandoverPage,
  type HandoverState,
  handoverBlock,
  handoverConfirmation,
  handoverName,
  handoverTable,
  handoverText,
  handoverTypes,
  type NewHandover,
  type NewHandoverResponse,
  newHandover,
  otherReasons,
  usualColumns,
} from '#domain/insurer/handover';
import { pick } from '#domain/keys';
import { trialTitle } from '#domain/site-state';
import { isoOf } from '#domain/time';
import { api } from '#domain/urls';
import type { Context } from '../../../context';
import { type Deed, perform } from '../../../deed';
import { staffRoutes } from '../../../http/access';
import { fileHeaders } from '../../../http/headers';
import { standard } from '../../../http/schema';
import { workbookOf } from '../../../insurer/sheets/write';
import { refusals } from '../../../refusal';
import { repeated, requestHash } from '../../../repeats';
import { pageQuery, pages, queryDocs } from '../lists';
import type { Read } from '../readings';

const query = pageQuery({});

export function handoverRoutes(context: Context, read: Read) {
  const list = pages(context, query, {
    read: (page) => readHandovers(context.db, page),
    persons: null,
    page: ({ rows }, counted): HandoverPage => ({ handovers: rows.map(viewOf), ...counted }),
  });
  return staffRoutes(context, 'backoffice-handovers')
    .get(api.handovers, list, { detail: queryDocs(query) })
    .post(
      api.handovers,
      async ({ body, staff }): Promise<NewHandoverResponse> =>
        pick(await createHandover(context, staff, body), 'id', 'count', 'sha256', 'skipped'),
      { body: standard(() => newHandover), answers: { status: 201 } },
    )
    .get(api.handoverFile, async ({ id, staff }) => {
      const open = () => openHandover(context, id);
      return download(await read(staff, 'handover_opened', open, (opened) => opened.applicationIds));
    })
    .post(
      api.confirmHandover,
      ({ id, body, act }): Promise<HandoverConfirmed> =>
        act((deed) => confirmHandover(context, deed, id, body.transmittedOn)),
      { body: standard(() => handoverConfirmation(context.today())) },
    );
}

function viewOf({ at, ...record }: HandoverRecord): Handover {
  const file = pick(record, 'id', 'username', 'format', 'count', 'sha256', 'skipped', 'confirmedOn');
  return { ...file, at: isoOf(at) };
}

function download({ handover, content }: Awaited<ReturnType<typeof openHandover>>): Response {
  return new Response(content, {
    headers: {
      ...fileHeaders(handoverName(viewOf(handover)), handoverTypes[handover.format]),
      'cache-control': 'no-store',
    },
  });
}

async function createHandover(context: Context, actor: Actor, { id, format, applicationIds }: NewHandover) {
  if (context.site.isTrial()) throw refusals.conflict(trialTitle);
  // an application that is named twice counts once
  const ids = [...new Set(applicationIds.map((one) => one.toLowerCase()))];
  const request = { requestHash: requestHash({ format, ids }) };
  const created = await perform(context, actor, async ({ tx, at, record }) => {
    const before = repeated(await findHandover(tx, id), request);
    if (before) return before;
    const { chosen, skipped } = await choose(context, tx, ids);
    const dropState = context.config.exchangeDir === null || chosen.length === 0 ? null : 'due';
    const columns = (format !== 'json' && context.operator.handover.columns) || usualColumns;
    const head = {
      id,
      at,
      username: actor.username,
      format,
      columns,
      ...request,
      skipped,
      dropState,
    } as const;
    const file = { ...head, sha256: sha256Of(handoverFile(head, chosen)) };
    const inFile = chosen.map((one) => one.id);
    const handover = await addHandover(tx, file, inFile);
    await record('handover_created', orItself(inFile, id));
    return handover;
  });
  context.drops.wake();
  return created;
}

async function choose({ cipher, config }: Context, tx: Transaction, ids: string[]) {
  const candidates = await readCandidates(tx, ids);
  const blockOf = (id: string) => handoverBlock(candidates.get(id), config.policyholderConfirmation);
  const free = ids.filter((id) => blockOf(id) === null);
  const loaded = await loadApplications(tx, cipher, free);
  const chosen: HandedOver[] = [];
  const skipped: Skipped[] = [];
  for (const id of ids) {
    const whole = wholeOf(id, candidates.get(id), loaded.get(id));
    if (whole) chosen.push(whole);
    else skipped.push({ id, reason: blockOf(id) ?? otherReasons.incomplete });
  }
  return { chosen, skipped };
}

/** Null if anything is missing; an IBAN that cannot be read is empty. */
function wholeOf(id: string, candidate?: HandoverState, loaded?: LoadedApplication): HandedOver | null {
  const { completedAt = null } = candidate ?? {};
  if (completedAt === null || !loaded || !areAllThere(loaded.sets)) return null;
  return loaded.sets['sepa-mandate'].iban === '' ? null : { id, completedAt, sets: loaded.sets };
}

/** Writes the file again, which must be equal to the first one byte by byte. */
export async function openHandover({ db, cipher }: Context, id: string) {
  const handover = await findHandover(db.read, id);
  if (!handover) throw unknown();
  const ids = await applicationsOf(db.read, id);
  const [candidates, loaded] = await Promise.all([
    readCandidates(db.read, ids),
    loadApplications(db.read, cipher, ids),
  ]);
  const isThere = (one: string) => loaded.get(one)?.application.restricted === false;
  if (ids.length !== handover.count || !ids.every(isThere)) throw refusals.conflict(deleted);
  const applications = ids.flatMap((one) => wholeOf(one, candidates.get(one), loaded.get(one)) ?? []);
  const content = handoverFile(handover, applications);
  if (sha256Of(content) !== handover.sha256) throw refusals.conflict(differs);
  return { handover, content, applicationIds: ids };
}

const unknown = () => refusals.notFound('Diese Übergabe gibt es nicht.');
const deleted =
  'Ein Antrag dieser Übergabe wurde gelöscht, oder seine Löschung ist beantragt. Deshalb gibt es ihre Datei nicht mehr.';
const differs = 'Diese Datei lässt sich nicht mehr so erstellen, wie sie war. Bitte erstellen Sie eine neue.';

/** Cases that may not take this step are skipped, so a repeated call changes nothing. */
async function confirmHandover({ config }: Context, deed: Deed, id: string, transmittedOn: string) {
  const { tx, record } = deed;
  if (!(await findHandover(tx, id))) throw unknown();
  const named = (await applicationsOf(tx, id)).map((one) => ({ id: one, version: null }));
  const policy = config.policyholderConfirmation;
  const step = { status: 'transmitted', transmittedOn } as const;
  const outcomes = [...(await changeCases({ ...deed, policy }, named, step))];
  const isFirst = await setConfirmed(tx, id, transmittedOn);
  const transmitted = outcomes.filter(([, { kind }]) => kind === 'changed').map(([one]) => one);
  await record('handover_confirmed', isFirst ? orItself(transmitted, id) : transmitted);
  const skipped = outcomes.flatMap(([one, outcome]) =>
    outcome.kind === 'changed' ? [] : { id: one, reason: reasonOf(outcome) },
  );
  return { transmitted: transmitted.length, skipped };
}

function reasonOf(outcome: ChangeOutcome): string {
  return outcome.kind === 'blocked' ? blockReason(outcome.block, outcome.from) : otherReasons.unknown;
}

/** A write that concerns no application is recorded about the hand-over itself. */
function orItself(applicationIds: string[], handoverId: string): string[] {
  return applicationIds.length > 0 ? applicationIds : [handoverId];
}

/** Written for each download, and refused unless every byte is as before (decision 025). */
export function handoverFile(
  { format, columns }: Pick<HandoverRecord, 'format' | 'columns'>,
  applications: readonly HandedOver[],
) {
  const written = columns ?? firstColumns;
  if (format === 'xlsx') return workbookOf(handoverTable(written, applications));
  return new TextEncoder().encode(handoverText(format, written, applications));
}
