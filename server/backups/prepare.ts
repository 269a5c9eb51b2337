import type { FieldCipher } from '#db/bank-data/cipher';
import type { Database } from '#db/client';
import { DatabaseUnavailable } from '#db/driver/errors';
import { urlOf } from '#db/driver/local/files';
import { migrateDatabase } from '#db/migrate';
import { openDatabase } from '#db/open';
import { type Erasures, readErasures } from '#db/privacy/replaced';
import { deleteEndedSessions } from '#db/staff/sessions';
import { theRestore } from '#domain/accounts/actors';
import { record } from '../audit';
import { migrations } from '../root';
import type { Manifest } from './format';
import { type Replayed, replayErasures } from './replay';

export type Replay =
  | { kind: 'replayed'; erasures: Erasures; replayed: Replayed }
  /** Not wanted, nothing there to read them from, or it cannot be read. */
  | { kind: 'declined' | 'nothing' | 'unreadable' };

type Task = {
  /** The database that is about to be replaced; null: there is none. */
  replaced: string | null;
  isReplaying: boolean;
  manifest: Manifest | null;
  cipher: FieldCipher;
  encryptionKey: string | undefined;
  now: number;
};

/** All of it is in the file itself afterwards, not in a log beside it. */
export async function prepare(copy: string, task: Task): Promise<Replay> {
  const { cipher, encryptionKey, manifest, now } = task;
  const db = await openDatabase({ url: urlOf(copy), encryptionKey });
  try {
    await migrateDatabase(db, migrations);
    const replay = await replayInto(db, copy, task);
    const all = { begun: Number.MAX_SAFE_INTEGER, used: Number.MAX_SAFE_INTEGER };
    await deleteEndedSessions(db, all);
    const restored = manifest?.createdAt ?? 'unsigned';
    const acted = { by: theRestore, action: 'database_restored', subjects: [restored], at: now } as const;
    await db.write((tx) => record(tx, cipher, acted));
    await db.checkpoint();
    return replay;
  } finally {
    await db.close();
  }
}

async function replayInto(db: Database, copy: string, task: Task): Promise<Replay> {
  const { replaced, isReplaying, cipher, encryptionKey, now } = task;
  if (!isReplaying) return { kind: 'declined' };
  if (replaced === null) return { kind: 'nothing' };
  const erasures = await readErasures(copy, replaced, encryptionKey).catch((error: unknown) => {
    if (!(error instanceof DatabaseUnavailable)) throw error;
    return null;
  });
  if (erasures === null) return { kind: 'unreadable' };
  return { kind: 'replayed', erasures, replayed: await replayErasures(db, cipher, erasures, now) };
}
