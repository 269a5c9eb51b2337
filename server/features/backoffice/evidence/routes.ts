/** Proofs by application, for staff, and by person, for administrators. */
import { Elysia } from 'elysia';
import { addressRequest } from '#domain/people';
import { api } from '#domain/urls';
import type { Context } from '../../../context';
import { staffAccess } from '../../../http/access';
import { refusals } from '../../../http/refusal';
import { standard, uuidOf } from '../../../http/schema';
import { findEvidence, showEvidence } from './entries';

export function evidenceRoutes(context: Context) {
  return new Elysia({ name: 'backoffice-evidence' })
    .use(staffAccess(context))
    .get(
      api.evidence,
      async ({ params }) => {
        const entries = await showEvidence(context, uuidOf(params.id));
        if (!entries) throw refusals.unknownApplication();
        return entries;
      },
      { role: 'staff' },
    )
    .post(api.searchEvidence, async ({ body }) => ({ entries: await findEvidence(context, body.email) }), {
      role: 'admin',
      body: standard(() => addressRequest),
    });
}
