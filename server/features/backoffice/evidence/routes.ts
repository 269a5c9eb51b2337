import { addressRequest } from '#domain/people';
import { api } from '#domain/urls';
import type { Context } from '../../../context';
import { staffRoutes } from '../../../http/access';
import { standard } from '../../../http/schema';
import { refusals } from '../../../refusal';
import type { Read } from '../readings';
import { searchEvidence, showEvidence } from './entries';

export function evidenceRoutes(context: Context, read: Read) {
  return staffRoutes(context, 'backoffice-evidence')
    .get(
      api.evidence,
      async ({ id, staff }) => {
        const idsOf = (found: unknown) => (found ? [id] : []);
        const entries = await read(staff, 'evidence_opened', () => showEvidence(context, id), idsOf);
        if (!entries) throw refusals.unknownApplication();
        return entries;
      },
      { role: 'staff', byId: true },
    )
    .post(
      api.searchEvidence,
      async ({ body, staff }) => {
        const search = () => searchEvidence(context, body.email);
        const { entries } = await read(staff, 'evidence_searched', search, ({ subjects }) => subjects);
        return { entries };
      },
      { role: 'admin', body: standard(() => addressRequest) },
    );
}
