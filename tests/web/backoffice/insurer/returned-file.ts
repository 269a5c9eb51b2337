/** A file of the insurer with three lines, and a server that has it. */
import type { MatchedReturn, OpenedReturn, ReturnPage, ReturnRow } from '#domain/insurer/answers';
import { api, href, pages } from '#domain/urls';
import type { setDocument } from '#tests/support/dom';
import { type Replies, show } from '../scripted-screen';

export const fileId = '11111111-1111-4111-8111-111111111111';
export const otherId = '22222222-2222-4222-8222-222222222222';
export const gerdas = '33333333-3333-4333-8333-333333333333';
const karls = '44444444-4444-4444-8444-444444444444';

export const row: ReturnRow = {
  id: fileId,
  name: 'Antwort November.csv',
  sha256: 'ab'.repeat(32),
  at: '2026-11-27T08:30:00Z',
  username: 'antje',
  rowCount: 3,
  changed: 0,
  appliedAt: null,
  contentUntil: '2026-12-27',
};

export const opened: OpenedReturn = {
  ...row,
  columns: ['Ihre Referenz', 'VSNR', 'Stand', 'Bemerkung', 'Sparte'],
  rows: [
    ['SF-20261120-7KQ4M2XW9C', '00123', 'policiert', '', 'OP'],
    ['SF-20261120-8LR5N3YX2D', '', 'abgelehnt', 'Vorerkrankung', 'OP'],
  ],
  mapping: null,
  sameAs: null,
};

const none = 'Kein Antrag hat diese Referenz.';
const badDate = 'Das Datum „26. Nov.“ kann nicht stimmen.';
const unsaid = { reason: null, date: null, hint: null };
const line = { match: 'reference', from: 'transmitted', problem: null } as const;
export const matched: MatchedReturn = {
  rows: [
    { ...line, line: 2, applicationId: gerdas, to: 'issued', policyNumber: '00123' },
    { ...line, line: 3, applicationId: karls, to: 'declined', policyNumber: null },
    {
      ...line,
      line: 5,
      applicationId: null,
      match: 'none',
      from: null,
      to: null,
      policyNumber: null,
      problem: none,
    },
  ],
  notes: [
    { ...unsaid, line: 2, reference: 'SF-1', contactName: 'Gerda Muster', horseName: 'Nero' },
    {
      ...{ ...unsaid, line: 3, reference: 'SF-2', contactName: 'Karl Kunde', horseName: 'Fjölnir' },
      ...{ reason: 'Vorerkrankung', date: '2026-11-26' },
    },
    {
      ...unsaid,
      line: 5,
      reference: 'SF-3',
      contactName: null,
      horseName: null,
      date: '26. Nov.',
      hint: badDate,
    },
  ],
};

export const listCall = (query = 'page=1&pageSize=20') => `GET ${api.returns}?${query}`;
export const openCall = `GET ${href(api.return, { id: fileId })}`;
export const matchCall = `POST ${href(api.matchReturn, { id: fileId })}`;
export const applyCall = `POST ${href(api.applyReturn, { id: fileId })}`;

export const pageOf = (returns: ReturnRow[], total = returns.length): { body: ReturnPage } => ({
  body: { returns, total, totalPages: Math.ceil(total / 20) },
});

type Stage = ReturnType<typeof setDocument>;
type Sent = { query: URLSearchParams; type: string; bytes: Uint8Array };

/** Opens the page. `uploads` takes what is uploaded; the server answers each with the next of `answers`. */
export async function openReturns(stage: Stage, replies: Replies = {}, search = '') {
  const shown = await show(stage, pages.backofficeReturns + search, {
    replies: {
      [listCall()]: pageOf([row]),
      [openCall]: { body: opened },
      [matchCall]: { body: matched },
      ...replies,
    },
  });
  const uploads: Sent[] = [];
  const answers: ({ status: number; body: object } | 'gone')[] = [];
  const scripted = globalThis.fetch;
  const answer = async (path: string, init: RequestInit) => {
    if (!(init.body instanceof Blob)) return await scripted(path, init);
    const query = new URLSearchParams(path.split('?')[1]);
    const type = new Headers(init.headers).get('content-type') ?? '';
    uploads.push({ query, type, bytes: new Uint8Array(await init.body.arrayBuffer()) });
    const next = answers.shift() ?? { status: 201, body: { ...opened, id: fileId } };
    if (next === 'gone') throw new TypeError('Failed to fetch');
    return Response.json(next.body, { status: next.status });
  };
  globalThis.fetch = answer as typeof fetch;
  return { ...shown, uploads, answers };
}
