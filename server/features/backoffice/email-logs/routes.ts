/** Reads the mail log and sends failed mails again, one or all. */
import { Elysia } from 'elysia';
import { readEmailLogs } from '#db/mails/log';
import type { MessageResponse, ResendResponse } from '#domain/responses';
import { addressKey } from '#domain/text/addresses';
import { api } from '#domain/urls';
import type { Context } from '../../../context';
import { staffAccess } from '../../../http/access';
import { uuidOf } from '../../../http/schema';
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
        await resendMail(context, staff, uuidOf(params.id));
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
