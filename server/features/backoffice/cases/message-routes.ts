/** Backoffice calls about messages to applicants. They are sent by the change of a case. */
import { Elysia } from 'elysia';
import type { MessageTemplate } from '#domain/cases/messages';
import { unknownCase } from '#domain/cases/staff';
import { messagePreview, type PreviewedMail } from '#domain/cases/staff-messages';
import { api } from '#domain/urls';
import type { Context } from '../../../context';
import { staffAccess } from '../../../http/access';
import { standard, uuidOf } from '../../../http/schema';
import { refusals } from '../../../refusal';
import type { Read } from '../readings';
import { listTemplates, previewMessage } from './messages';

const unknown = () => refusals.notFound(unknownCase);

export function caseMessageRoutes(context: Context, read: Read) {
  return new Elysia({ name: 'backoffice-case-messages' })
    .use(staffAccess(context))
    .get(
      api.caseTemplates,
      async ({ params }): Promise<MessageTemplate[]> => {
        const templates = await listTemplates(context, uuidOf(params.id));
        if (!templates) throw unknown();
        return templates;
      },
      { role: 'staff' },
    )
    .post(
      api.casePreview,
      async ({ params, body, staff }): Promise<PreviewedMail> => {
        const id = uuidOf(params.id);
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
      { role: 'staff', body: standard(() => messagePreview) },
    );
}
