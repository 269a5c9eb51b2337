/** Backoffice calls about messages to applicants. They are sent by the change of a case. */
import type { MessageTemplate } from '#domain/cases/messages';
import { unknownCase } from '#domain/cases/staff';
import { messagePreview, type PreviewedMail } from '#domain/cases/staff-messages';
import { api } from '#domain/urls';
import type { Context } from '../../../context';
import { staffRoutes } from '../../../http/access';
import { standard } from '../../../http/schema';
import { refusals } from '../../../refusal';
import type { Read } from '../readings';
import { listTemplates, previewMessage } from './messages';

const unknown = () => refusals.notFound(unknownCase);

export function caseMessageRoutes(context: Context, read: Read) {
  return staffRoutes(context, 'backoffice-case-messages')
    .get(
      api.caseTemplates,
      async ({ id }): Promise<MessageTemplate[]> => {
        const templates = await listTemplates(context, id);
        if (!templates) throw unknown();
        return templates;
      },
      { role: 'staff', byId: true },
    )
    .post(
      api.casePreview,
      async ({ id, body, staff }): Promise<PreviewedMail> => {
        // it may contain the name and more of the person
        const preview = await read(
          staff,
          'details_opened',
          () => previewMessage(context, id, body),
          ({ kind }) => (kind === 'shown' ? [id] : []),
          id,
        );
        if (preview.kind === 'unknown') throw unknown();
        if (preview.kind === 'wrong') throw refusals.invalid(preview.errors);
        return preview.mail;
      },
      { role: 'staff', byId: true, body: standard(() => messagePreview) },
    );
}
