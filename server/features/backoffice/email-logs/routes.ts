/** Reads the mail log and sends failed mails again, one or all. */
import { Elysia } from 'elysia';
import { readEmailLogs } from '#db/mails/log';
import type { MessageResponse, ResendResponse } from '#domain/responses';
import { addressKey } from '#domain/text/addresses';
import { api } from '#domain/urls';
import type { Context } from '../../../context';
import { staffAccess } from '../../../http/access';
import { uuidOf } from '../../../http/schema';
import { refusals } from '../../../refusal';
import { showList } from '../listings';
import { emailLogQueryOf } from './query';
import { resendFailedMails, resendMail } from './resend';

export function emailLogRoutes(context: Context) {
  return new Elysia({ name: 'backoffice-email-logs' })
    .use(staffAccess(context))
    .get(
      api.emailLogs,
      ({ request, staff }) =>
        showList(
          context,
          staff,
          () => readEmailLogs(context.db, emailLogQueryOf(request)),
          ({ logs }) => logs.map(({ recipientEmail }) => addressKey(recipientEmail)),
        ),
      { role: 'staff' },
    )
    .post(
      api.resendMail,
      async ({ params, staff }) => {
        const resending = await resendMail(context, uuidOf(params.id), staff);
        if (resending === 'unknown') throw refusals.notFound('Diese E-Mail gibt es nicht.');
        if (resending === 'not_failed') throw refusals.conflict('Diese E-Mail ist nicht fehlgeschlagen.');
        if (resending === 'pointless')
          throw refusals.conflict('Der Anlass dieser E-Mail besteht nicht mehr.');
        return { message: 'Die E-Mail wird erneut gesendet.' } satisfies MessageResponse;
      },
      { role: 'staff' },
    )
    .post(
      api.resendFailedMails,
      async ({ staff }) => ({ queued: await resendFailedMails(context, staff) }) satisfies ResendResponse,
      { role: 'staff' },
    );
}
