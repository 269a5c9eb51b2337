/** Backoffice calls about what an applicant declared: the proofs, and the advice that was not waived. */
import { Elysia } from 'elysia';
import { type AdviceRecord, newAdvice } from '#domain/backoffice/applications';
import { api } from '#domain/urls';
import type { Context } from '../../../context';
import { staffAccess } from '../../../http/access';
import { refusals } from '../../../http/refusal';
import { standard, uuidOf } from '../../../http/schema';
import { type Advising, recordAdvice } from './advice';
import { showEvidence } from './evidence';

const unknown = () => refusals.notFound('Diesen Antrag gibt es nicht.');

export function staffDeclarationRoutes(context: Context) {
  return new Elysia({ name: 'backoffice-declarations' })
    .use(staffAccess(context))
    .get(
      api.evidence,
      async ({ params }) => {
        const entries = await showEvidence(context, uuidOf(params.id));
        if (!entries) throw unknown();
        return entries;
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

/** The record; every other outcome is thrown as a refusal. */
function recorded(advising: Advising): AdviceRecord {
  if (advising.kind === 'recorded') return advising.record;
  if (advising.kind === 'unknown') throw unknown();
  if (advising.kind === 'different') throw refusals.idTaken();
  throw refusals.conflict('Zu diesem Antrag ist keine Beratung offen.');
}
