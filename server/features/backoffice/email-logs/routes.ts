import { readEmailLogs } from '#db/mails/log';
import type { MessageResponse, ResendResponse } from '#domain/responses';
import { addressKey } from '#domain/text/addresses';
import { api } from '#domain/urls';
import type { Context } from '../../../context';
import { staffRoutes } from '../../../http/access';
import { showList } from '../listings';
import { queryDocs } from '../paging';
import { emailLogQuery, emailLogQueryOf } from './query';
import { resendFailedMails, resendMail } from './resend';

export function emailLogRoutes(context: Context) {
  return staffRoutes(context, 'backoffice-email-logs')
    .get(
      api.emailLogs,
      ({ request, staff }) =>
        showList(
          context,
          staff,
          () => readEmailLogs(context.db, emailLogQueryOf(request)),
          ({ logs }) => logs.map(({ recipientEmail }) => addressKey(recipientEmail)),
        ),
      { role: 'staff', detail: queryDocs(emailLogQuery) },
    )
    .post(
      api.resendMail,
      async ({ id, staff }) => {
        await resendMail(context, staff, id);
        return { message: 'Die E-Mail wird erneut gesendet.' } satisfies MessageResponse;
      },
      { role: 'staff', byId: true },
    )
    .post(
      api.resendFailedMails,
      async ({ staff }) => ({ queued: await resendFailedMails(context, staff) }) satisfies ResendResponse,
      { role: 'staff' },
    );
}
