import { Object as ObjectType } from 'typebox';
import { loadApplication } from '#db/applications/find';
import { readDeclared } from '#db/proofs';
import { findAgeSurcharge } from '#db/tariffs/catalogue';
import { areAllThere } from '#domain/application';
import { isoOf } from '#domain/time';
import type { Context } from '../../../context';
import { oneOf, readQuery } from '../paging';

export type Document = { kind: 'written'; content: Uint8Array } | { kind: 'unknown' } | { kind: 'open' };

const query = ObjectType({ copy: oneOf(['staff'], 'Diese Ausfertigung gibt es nicht') });

/** The applicant's by default, that of staff with `copy=staff`. @throws the refusal 422 for any other value */
export function copyIn(request: Request): 'applicant' | 'staff' {
  return readQuery(request, query).copy ?? 'applicant';
}

/** Writes a copy of an application. While it is open, only the copy for staff exists, because its data may change. */
export async function writeDocument(
  { db, cipher, now, draw, operator }: Context,
  id: string,
  copy: 'applicant' | 'staff',
  signal: AbortSignal,
): Promise<Document> {
  const loaded = await loadApplication(db.read, cipher, id);
  if (!loaded) return { kind: 'unknown' };
  const { application, sets } = loaded;
  if (copy === 'applicant' && !(application.completed && areAllThere(sets))) return { kind: 'open' };
  const printedAt = copy === 'staff' ? isoOf(now()) : undefined;
  const declared = await readDeclared(db.read, id);
  const ageSurchargePercent = await findAgeSurcharge(db.read, application);
  const drawing = { application, sets, operator, ageSurchargePercent, printedAt, declared };
  const content = await draw(drawing, { signal });
  return { kind: 'written', content };
}
