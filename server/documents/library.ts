/**
 * The documents for customers: those in force, and every earlier version. The ones in force are the operator's files
 * and, in place of missing ones, PDFs that are drawn from their texts once and then kept in the database.
 */

import type { Database } from '#db/client';
import { findDocument, findDrawn, storeDocument } from '#db/documents';
import { sha256Of } from '#db/hash';
import {
  type DocumentEntry,
  type DocumentKind,
  type DocumentSet,
  documentKinds,
  documentLabels,
} from '#domain/document-kinds';
import { documentTexts, samplesAmong } from '#domain/documents';
import type { Operator } from '#domain/operator/operator';
import type { Periods } from '#domain/retention/periods';
import { href, pages } from '#domain/urls';
import { createQueue, type Place } from '../http/queue';
import { refusals } from '../refusal';
import type { Draw } from './drawer';
import type { GivenDocuments } from './given';

/** Blobs, whose bytes are not copied for each response. They stay in memory, 8 MiB at most. */
type FileInForce = { entry: DocumentEntry; file: Blob };

export type Library = ReturnType<typeof createLibrary>;

type Needs = {
  db: Database;
  draw: Draw;
  now: () => number;
  operator: Operator;
  given: GivenDocuments;
  config: { retention: Periods };
};

export function createLibrary(needs: Needs) {
  let preparing: Promise<FileInForce[]> | null = null;
  /** Old versions may be large, and anyone may ask for them. */
  const inTurn = createQueue(2, 20, refusals.busy);

  /** Prepared with the first call; the next one tries again if that fails. */
  function inForce(): Promise<FileInForce[]> {
    preparing ??= prepare(needs).catch((error) => {
      preparing = null;
      throw error;
    });
    return preparing;
  }

  async function fileInForce(kind: DocumentKind, sha256: string): Promise<Blob | null> {
    const files = await inForce();
    return files.find(({ entry }) => entry.kind === kind && entry.sha256 === sha256)?.file ?? null;
  }

  async function earlierFile(kind: DocumentKind, sha256: string, place: Place): Promise<Blob | null> {
    const found = await inTurn(() => findDocument(needs.db.read, kind, sha256), place);
    return found && blobOf(found.bytes);
  }

  async function fileOf(kind: DocumentKind, sha256: string) {
    const file = (await fileInForce(kind, sha256)) ?? (await earlierFile(kind, sha256, { later: true }));
    if (!file) throw new Error('A document that was offered is missing.');
    return { kind, sha256, bytes: new Uint8Array(await file.arrayBuffer()) };
  }

  const current = async () => (await inForce()).map(({ entry }) => entry);
  return {
    inForce,
    current,
    currentSet: async () =>
      Object.fromEntries((await current()).map(({ kind, sha256 }) => [kind, sha256])) as DocumentSet,
    fileInForce,
    earlierFile,
    files: async (set: DocumentSet) =>
      await Promise.all(documentKinds.map((kind) => fileOf(kind, set[kind]))),
  };
}

async function prepare(needs: Needs): Promise<FileInForce[]> {
  const files: FileInForce[] = [];
  // one by one: the worker draws one after the other anyway
  for (const kind of documentKinds) files.push(await prepareOne(needs, kind));
  return files;
}

async function prepareOne(needs: Needs, kind: DocumentKind): Promise<FileInForce> {
  const { db, draw, operator, config } = needs;
  const given = needs.given.get(kind);
  const sample = samplesAmong(operator, (one) => needs.given.has(one)).includes(kind);
  if (given) return await store(needs, { kind, file: given.file, recipe: null, sample });
  const document = documentTexts({ operator, periods: config.retention })[kind];
  const recipe = sha256Of(JSON.stringify([document, operator.brand, operator.company]));
  const drawn = await findDrawn(db.read, kind, recipe);
  if (drawn) return inForceAs({ ...drawn, kind, sample, file: blobOf(drawn.bytes) });
  const file = blobOf(await draw({ document, operator }, { later: true }));
  return await store(needs, { kind, file, recipe, sample });
}

type Made = { kind: DocumentKind; file: Blob; sample: boolean };

async function store({ db, now }: Needs, { file, ...made }: Made & { recipe: string | null }) {
  const bytes = Buffer.from(await file.arrayBuffer());
  const sha256 = sha256Of(bytes);
  const version = await storeDocument(db, { ...made, sha256, bytes, createdAt: now() });
  return inForceAs({ ...made, file, sha256, version });
}

function inForceAs(made: Made & { sha256: string; version: number }): FileInForce {
  const { kind, file, sha256, version, sample } = made;
  const url = href(pages.documentFile, { kind, file: `${sha256}.pdf` });
  return { entry: { kind, label: documentLabels[kind], version, sha256, sample, url }, file };
}

function blobOf(bytes: Uint8Array): Blob {
  return new Blob([new Uint8Array(bytes)]);
}
