import { Elysia } from 'elysia';
import { findApplication } from '#db/applications/find';
import { personKeyOf } from '#db/evidence';
import { type EvidenceRecord, readEvidence } from '#db/proofs';
import { documentLabels } from '#domain/document-kinds';
import {
  type EvidenceEntry,
  evidenceLabels,
  evidenceWays,
  type FoundEvidence,
  noticeLabel,
} from '#domain/law/evidence';
import { noticeKeys, wordings } from '#domain/law/wordings';
import { mailKinds } from '#domain/mails/kinds';
import { addressRequest } from '#domain/people';
import { isoOf } from '#domain/time';
import { api, href, pages } from '#domain/urls';
import type { Context } from '../../context';
import { staffRoutes } from '../../http/access';
import { standard } from '../../http/schema';
import { refusals } from '../../refusal';
import type { Read } from './readings';

export function evidenceRoutes(context: Context, read: Read) {
  const search = staffRoutes(context, 'backoffice-evidence-search', 'admin').post(
    api.searchEvidence,
    async ({ body, staff }) => {
      const find = () => searchEvidence(context, body.email);
      const { entries } = await read(staff, 'evidence_searched', find, ({ subjects }) => subjects);
      return { entries };
    },
    { body: standard(() => addressRequest) },
  );
  const ofApplication = staffRoutes(context, 'backoffice-evidence').get(
    api.evidence,
    async ({ id, staff }) => {
      const idsOf = (found: unknown) => (found ? [id] : []);
      const entries = await read(staff, 'evidence_opened', () => showEvidence(context, id), idsOf);
      if (!entries) throw refusals.unknownApplication();
      return entries;
    },
  );
  return new Elysia().use(search).use(ofApplication);
}

type Needs = Pick<Context, 'db' | 'cipher'>;

/** In order of time, also for a deleted application. Null when nothing is known of the application. */
async function showEvidence({ db }: Context, id: string): Promise<EvidenceEntry[] | null> {
  const records = await readEvidence(db.read, { applicationId: id });
  if (records.length === 0 && !(await findApplication(db.read, id))) return null;
  return records.map(entryOf);
}

export async function findEvidence({ db, cipher }: Needs, address: string): Promise<FoundEvidence[]> {
  const personKey = await personKeyOf(db.read, cipher, address);
  const records = await readEvidence(db.read, { personKey });
  return records.map((record) => ({
    ...entryOf(record),
    applicationId: record.applicationId,
    callbackId: record.callbackId,
  }));
}

/** The same for staff, with the ids of what was found; if nothing was, with the key that stands for the person. */
async function searchEvidence(context: Needs, address: string) {
  const entries = await findEvidence(context, address);
  const found = entries.flatMap(({ applicationId, callbackId }) => applicationId ?? callbackId ?? []);
  const person = await personKeyOf(context.db.read, context.cipher, address);
  return { entries, subjects: found.length > 0 ? found : [person ?? ''] };
}

function entryOf(record: EvidenceRecord): EvidenceEntry {
  const { id, at, kind, way, wording, document, mailId, emailType } = record;
  const named = document && {
    label: documentLabels[document.kind],
    url: href(pages.documentFile, { kind: document.kind, file: `${document.sha256}.pdf` }),
  };
  return {
    id,
    at: isoOf(at),
    kind,
    label: noticeKeys.some((key) => key === wording?.key) ? noticeLabel : evidenceLabels[kind],
    subject: subjectOf(record),
    text: wording?.text ?? null,
    document: document && named && { kind: document.kind, version: document.version, ...named },
    way,
    wayLabel: evidenceWays[way],
    mailId,
    ...(emailType && { mailLabel: mailKinds[emailType].label }),
  };
}

function subjectOf({ kind, wording, document }: EvidenceRecord): string | null {
  // the label says it already
  if (kind === 'withdrawal') return null;
  // another version of the product may know the wording by a key that this one does not have
  if (wording) return wordings[wording.key]?.label ?? null;
  return document ? documentLabels[document.kind] : null;
}
