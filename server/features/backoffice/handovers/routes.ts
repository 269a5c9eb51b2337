import { type HandoverRecord, readHandovers } from '#db/cases/handovers';
import { handoverName, handoverTypes } from '#domain/cases/handover';
import {
  type Handover,
  type HandoverConfirmed,
  type HandoverPage,
  handoverConfirmation,
  type NewHandoverResponse,
  newHandover,
} from '#domain/cases/staff-handovers';
import { paged } from '#domain/lists';
import { isoOf } from '#domain/time';
import { api } from '#domain/urls';
import type { Context } from '../../../context';
import { staffRoutes } from '../../../http/access';
import { fileHeaders } from '../../../http/headers';
import { standard } from '../../../http/schema';
import { pageOf, pageQuery, queryDocs, readQuery } from '../paging';
import type { Read } from '../readings';
import { confirmHandover, createHandover, type Opened, openHandover } from './service';

const query = pageQuery({});

export function handoverRoutes(context: Context, read: Read) {
  return staffRoutes(context, 'backoffice-handovers')
    .get(
      api.handovers,
      async ({ request }) => {
        const page = pageOf(readQuery(request, query));
        const { rows, total } = await readHandovers(context.db, page);
        return { handovers: rows.map(viewOf), ...paged(total, page) } satisfies HandoverPage;
      },
      { role: 'staff', detail: queryDocs(query) },
    )
    .post(
      api.handovers,
      async ({ body, staff, set }) => {
        const { id, count, sha256, skipped } = await createHandover(context, staff, body);
        set.status = 201;
        return { id, count, sha256, skipped } satisfies NewHandoverResponse;
      },
      { role: 'staff', body: standard(() => newHandover) },
    )
    .get(
      api.handoverFile,
      async ({ id, staff }) => {
        const open = () => openHandover(context, id);
        return download(await read(staff, 'handover_opened', open, (opened) => opened.applicationIds));
      },
      { role: 'staff', byId: true },
    )
    .post(
      api.confirmHandover,
      ({ id, body, staff }): Promise<HandoverConfirmed> =>
        confirmHandover(context, staff, id, body.transmittedOn),
      { role: 'staff', byId: true, body: standard(() => handoverConfirmation(context.today())) },
    );
}

function viewOf({ requestHash: _, dropState: __, at, ...record }: HandoverRecord): Handover {
  return { ...record, at: isoOf(at) };
}

function download({ handover, content }: Opened): Response {
  return new Response(content, {
    headers: {
      ...fileHeaders(handoverName(viewOf(handover)), handoverTypes[handover.format]),
      'cache-control': 'no-store',
    },
  });
}
