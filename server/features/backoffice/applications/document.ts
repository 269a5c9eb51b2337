/** The PDF of one application, for staff. */
import { loadApplication, type Sets } from '#db/applications/find';
import { type AllSets, missingSets } from '#domain/application';
import type { Context } from '../../../context';
import { applicationPdf } from '../../../documents/application-pdf';

export type Document = { kind: 'written'; content: Uint8Array } | { kind: 'unknown' } | { kind: 'open' };

/** Writes the document of a completed application; an open one has none, its data may still change. */
export async function writeDocument({ db, cipher }: Context, id: string): Promise<Document> {
  const loaded = await loadApplication(db.read, cipher, id);
  if (!loaded) return { kind: 'unknown' };
  const { application, sets } = loaded;
  if (!application.completed || !areAllThere(sets)) return { kind: 'open' };
  const content = await applicationPdf({ applicationId: id, sets, completedAt: application.lastUpdated });
  return { kind: 'written', content };
}

function areAllThere(sets: Sets): sets is AllSets {
  return missingSets(sets).length === 0;
}
