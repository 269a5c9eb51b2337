/** Backoffice calls for the hand-over to the insurer. */

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
import { refusals } from '../../../refusal';
import { pageOf, pageQuery, readQuery } from '../paging';
import type { Read } from '../readings';
import { confirmHandover, createHandover, type Opening, openHandover } from './service';

const query = pageQuery({});
const unknown = () => refusals.notFound('Diese Übergabe gibt es nicht.');

export function handoverRoutes(context: Context, read: Read) {
  return staffRoutes(context, 'backoffice-handovers')
    .get(
      api.handovers,
      async ({ request }) => {
        const page = pageOf(readQuery(request, query));
        const { rows, total } = await readHandovers(context.db, page);
        return { handovers: rows.map(viewOf), ...paged(total, page) } satisfies HandoverPage;
      },
      { role: 'staff' },
    )
    .post(
      api.handovers,
      async ({ body, staff, set }) => {
        const creation = await createHandover(context, body, staff);
        if (creation.kind === 'different') throw refusals.idTaken();
        const { id, count, sha256, skipped } = creation.handover;
        set.status = 201;
        return { id, count, sha256, skipped } satisfies NewHandoverResponse;
      },
      { role: 'staff', body: standard(() => newHandover) },
    )
    .get(
      api.handoverFile,
      async ({ id, staff }) => {
        const open = () => openHandover(context, id);
        const idsOf = (opening: Opening) => (opening.kind === 'opened' ? opening.applicationIds : []);
        return download(await read(staff, 'handover_opened', open, idsOf));
      },
      { role: 'staff', byId: true },
    )
    .post(
      api.confirmHandover,
      async ({ id, body, staff }) => {
        const confirmed = await confirmHandover(context, id, body.transmittedOn, staff);
        if (!confirmed) throw unknown();
        return confirmed satisfies HandoverConfirmed;
      },
      { role: 'staff', byId: true, body: standard(() => handoverConfirmation(context.today())) },
    );
}

function viewOf({ requestHash: _, at, ...record }: HandoverRecord): Handover {
  return { ...record, at: isoOf(at) };
}

function download(opening: Opening): Response {
  if (opening.kind === 'unknown') throw unknown();
  if (opening.kind === 'deleted') {
    throw refusals.conflict(
      'Ein Antrag dieser Übergabe wurde gelöscht, oder seine Löschung ist beantragt. Deshalb gibt es ihre Datei nicht mehr.',
    );
  }
  if (opening.kind === 'changed') {
    throw refusals.conflict(
      'Diese Datei lässt sich nicht mehr so erstellen, wie sie war. Bitte erstellen Sie eine neue.',
    );
  }
  const { format } = opening.handover;
  return new Response(opening.content, {
    headers: {
      ...fileHeaders(handoverName(viewOf(opening.handover)), handoverTypes[format]),
      'cache-control': 'no-store',
    },
  });
}
