import { sha256Of } from '#db/hash';
import {
  addReturn,
  columnsIn,
  findMapping,
  findReturn,
  findSame,
  type ReturnRecord,
  readReturns,
  readRows,
  sealTable,
} from '#db/insurer/answers';
import { type Actor, theSystem } from '#domain/accounts/actors';
import {
  applyRequest,
  largestReturn,
  matchRequest,
  newReturn,
  type OpenedReturn,
  previewRows,
  type ReturnPage,
  type ReturnResult,
  type ReturnRow,
  returnTypes,
  type UploadedReturn,
} from '#domain/insurer/answers';
import { lastDayOf } from '#domain/retention/periods';
import { checkNested } from '#domain/tariffs/nested';
import { isoOf } from '#domain/time';
import { api } from '#domain/urls';
import type { Context } from '../../../context';
import { perform } from '../../../deed';
import { staffRoutes } from '../../../http/access';
import { readBounded } from '../../../http/body';
import { checkedBy, standard } from '../../../http/schema';
import { readTable } from '../../../insurer/sheets/read';
import { Refusal, refusals } from '../../../refusal';
import { repeated } from '../../../repeats';
import { pageQuery, pages, queryDocs, readQuery } from '../lists';
import { applyReturn, contentOf, matchReturn } from './lines';

/** All lines of a file with their messages take half a minute. */
const longestApplySeconds = 240;

const query = pageQuery({});
const newMatch = checkedBy(matchRequest, (input) => checkNested(matchRequest, input));

export function returnRoutes(context: Context) {
  const list = pages(context, query, {
    read: (page) => readReturns(context.db, page),
    persons: null,
    page: ({ rows }, counted): ReturnPage => ({
      returns: rows.map((row) => viewOf(context, row)),
      ...counted,
    }),
  });
  return staffRoutes(context, 'backoffice-returns')
    .get(api.returns, list, { detail: queryDocs(query) })
    .post(api.returns, ({ request, staff }) => upload(context, request, staff), {
      detail: queryDocs(newReturn),
      answers: { status: 201 },
    })
    .get(api.return, async ({ id, staff }) => {
      const opened = await openReturn(context, id);
      // each row may name a person, whoever that is
      const rows = opened.rows.map((_, index) => `${id} ${index}`);
      context.noteList(staff, rows);
      return opened;
    })
    .post(
      api.matchReturn,
      async ({ id, body, staff }) => {
        const matched = await matchReturn(context, staff, id, body.mapping);
        const found = matched.rows.flatMap(({ applicationId }) => applicationId ?? []);
        context.noteList(staff, found);
        return matched;
      },
      { body: newMatch },
    )
    .post(
      api.applyReturn,
      ({ id, body, request, server, staff }): Promise<ReturnResult> => {
        server?.timeout(request, longestApplySeconds);
        return applyReturn(context, staff, id, body);
      },
      { body: standard(() => applyRequest) },
    );
}

function viewOf({ config }: Pick<Context, 'config'>, file: ReturnRecord): ReturnRow {
  const { id, name, sha256, at, username, rowCount, changed, appliedAt } = file;
  return {
    ...{ id, name, sha256, at: isoOf(at), username, rowCount, changed, appliedAt: isoOf(appliedAt) },
    contentUntil:
      file.columns === null ? null : lastDayOf('return_contents', config.retention, appliedAt ?? at),
  };
}

async function upload(context: Context, request: Request, actor: Actor): Promise<UploadedReturn> {
  const given = readQuery(request, newReturn);
  const [type = ''] = (request.headers.get('content-type') ?? '').split(';');
  if (!Object.values<string>(returnTypes).includes(type.trim().toLowerCase())) {
    throw new Refusal(415, { message: 'Die Datei muss eine CSV-Datei oder eine Excel-Datei (.xlsx) sein.' });
  }
  const bytes = await readBounded(request, largestReturn);
  const stored = await storeReturn(context, { ...given, bytes, actor });
  if ('unreadable' in stored) throw refusals.invalid([{ path: 'body', message: stored.unreadable }]);
  const { id, columns, rows, mapping, sameAs } = await openReturn(context, stored.id);
  return { id, columns, rows, mapping, sameAs };
}

async function openReturn(context: Context, id: string): Promise<OpenedReturn> {
  const { cipher, db } = context;
  // not a replica, which may not have what was stored just now
  const reader = db.fresh;
  const file = await contentOf(reader, id);
  const columns = columnsIn(cipher, file);
  const rows = await readRows(reader, cipher, id, previewRows);
  return {
    ...viewOf(context, file),
    columns,
    rows: rows.map(({ cells }) => cells),
    mapping: await findMapping(reader, columns),
    sameAs: await findSame(reader, file),
  };
}

/** `actor`: null for a file of the drop folder. */
type Given = { id: string; name: string; bytes: Uint8Array; actor: Actor | null };

/** The same again does nothing. @throws Refusal if the id belongs to another file */
export async function storeReturn(
  context: Context,
  { id, name, bytes, actor }: Given,
): Promise<{ unreadable: string } | { id: string }> {
  const { db, cipher } = context;
  const given = { name, sha256: sha256Of(bytes) };
  if (repeated(await findReturn(db.read, id), given)) return { id };
  const table = await readTable(bytes);
  if ('unreadable' in table) return { unreadable: table.unreadable };
  const sealed = await sealTable(cipher, id, table);
  return await perform(context, actor ?? theSystem, async ({ tx, at, record }) => {
    if (repeated(await findReturn(tx, id), given)) return { id };
    await addReturn(tx, { id, ...given, at, username: actor?.username ?? null }, sealed);
    await record('return_uploaded', [id]);
    return { id };
  });
}
