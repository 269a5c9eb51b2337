/** Backoffice calls for what an applicant may ask for: the advice that was not waived, and what is stored. */
import { Elysia } from 'elysia';
import { type AdviceRecord, newAdvice } from '#domain/applications/staff';
import { blockLabels } from '#domain/cases/statuses';
import type { OwnData } from '#domain/law/privacy';
import { api } from '#domain/urls';
import type { Context } from '../../../context';
import { staffAccess } from '../../../http/access';
import { standard, uuidOf } from '../../../http/schema';
import { refusals } from '../../../refusal';
import type { Read } from '../readings';
import { type Advising, recordAdvice } from './advice';
import { disclose } from './disclosure';

export function applicantRoutes(context: Context, read: Read) {
  return new Elysia({ name: 'backoffice-applicant' })
    .use(staffAccess(context))
    .get(
      api.disclosure,
      async ({ params, staff }) => {
        const id = uuidOf(params.id);
        const disclosure = await read(
          staff,
          'disclosure_opened',
          () => disclose(context, id),
          // it contains the other applications of the same person
          (found) => (found.kind === 'disclosed' ? [id, ...idsIn(found.data)] : []),
        );
        if (disclosure.kind === 'unknown') throw refusals.unknownApplication();
        if (disclosure.kind === 'without_email') throw refusals.withoutAddress();
        return disclosure.data;
      },
      { role: 'staff' },
    )
    .post(
      api.advice,
      async ({ params, body, staff, set }) => {
        const record = recorded(await recordAdvice(context, uuidOf(params.id), body, staff));
        set.status = 201;
        return record;
      },
      { role: 'staff', body: standard(() => newAdvice) },
    );
}

function idsIn({ applications }: OwnData): string[] {
  return applications.map(({ id }) => id);
}

/** The record; every other outcome is thrown as a refusal. */
function recorded(advising: Advising): AdviceRecord {
  if (advising.kind === 'recorded') return advising.record;
  if (advising.kind === 'unknown') throw refusals.unknownApplication();
  if (advising.kind === 'different') throw refusals.idTaken();
  if (advising.kind === 'restricted') throw refusals.conflict(blockLabels.restricted);
  throw refusals.conflict('Zu diesem Antrag ist keine Beratung offen.');
}
