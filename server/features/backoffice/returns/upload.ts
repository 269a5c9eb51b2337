import type { Actor } from '#domain/accounts/actors';
import { largestReturn, newReturn, returnTypes, type UploadedReturn } from '#domain/returns/returns';
import type { Context } from '../../../context';
import { readBounded } from '../../../http/body';
import { Refusal, refusals } from '../../../refusal';
import { queryDocs, readQuery } from '../paging';
import { openReturn } from './files';
import { storeReturn } from './storing';

export const uploadDocs = queryDocs(newReturn);

export async function upload(context: Context, request: Request, actor: Actor): Promise<UploadedReturn> {
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
