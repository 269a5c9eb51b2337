import { readReturns } from '#db/returns/files';
import { paged } from '#domain/lists';
import type { ReturnPage } from '#domain/returns/returns';
import type { Context } from '../../../context';
import { pageOf, pageQuery, queryDocs, readQuery } from '../paging';
import { viewOf } from './files';

const query = pageQuery({});
export const listDocs = queryDocs(query);

export async function listReturns(context: Context, request: Request): Promise<ReturnPage> {
  const page = pageOf(readQuery(request, query));
  const { rows, total } = await readReturns(context.db, page);
  return { returns: rows.map((row) => viewOf(context, row)), ...paged(total, page) };
}
