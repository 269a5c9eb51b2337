import { checkAuditLog } from '#db/audit/chain';
import { readAuditLog } from '#db/audit/log';
import { findMail, readEmailLogs, resendableMails, retryFailed } from '#db/mails/log';
import { resumeMails } from '#db/mails/recipients';
import { readAuditKey } from '#db/sealed-keys';
import type { Actor } from '#domain/accounts/actors';
import type { AuditChain, AuditPage } from '#domain/audit/actions';
import { sortDirections } from '#domain/lists';
import { emailTypes } from '#domain/mails/kinds';
import { type EmailLogPage, emailLogSortFields, mailStatuses } from '#domain/mails/log';
import type { ResendResponse } from '#domain/responses';
import { addressKey } from '#domain/text/addresses';
import { api } from '#domain/urls';
import type { Context } from '../../context';
import { type Deed, perform } from '../../deed';
import { staffRoutes } from '../../http/access';
import { refusals } from '../../refusal';
import { oneOf, pageOf, pageQuery, pages, queryDocs, readQuery } from './lists';

const every = 'all';

const query = pageQuery({
  sortField: oneOf(emailLogSortFields, 'Nach diesem Feld kann nicht sortiert werden'),
  sortDirection: oneOf(sortDirections, 'Die Richtung muss asc oder desc sein'),
  type: oneOf([every, ...emailTypes], 'Diesen E-Mail-Typ gibt es nicht'),
  status: oneOf([every, ...mailStatuses], 'Diesen Status gibt es nicht'),
});

export function emailLogRoutes(context: Context) {
  const list = pages(context, query, {
    read: ({ sortField = 'sentAt', sortDirection = 'desc', type = every, status = every, ...page }) => {
      const narrowed = { type: type === every ? null : type, status: status === every ? null : status };
      return readEmailLogs(context.db, { ...page, sortField, sortDirection, ...narrowed });
    },
    persons: ({ logs }) => logs.map(({ recipientEmail }) => addressKey(recipientEmail)),
    page: (found): EmailLogPage => found,
  });
  return staffRoutes(context, 'backoffice-email-logs')
    .get(api.emailLogs, list, { detail: queryDocs(query) })
    .post(api.resendMail, ({ id, act }) => act((deed) => resendMail(context, deed, id)), {
      answers: { message: 'Die E-Mail wird erneut gesendet.' },
    })
    .post(
      api.resendFailedMails,
      async ({ staff }): Promise<ResendResponse> => ({ queued: await resendFailedMails(context, staff) }),
    );
}

/** Mails in one transaction: few enough that a visitor's save hardly waits for it. */
const batchSize = 500;

/** Makes a mail due now that failed or came back. A mail that was sent, is waiting or has no reason any more stays as it is. */
async function resendMail({ site }: Context, deed: Deed, id: string): Promise<void> {
  const mail = await findMail(deed.tx, id);
  if (mail) await site.assertSendable(deed.tx, { address: mail.recipientEmail });
  const resent = await resend(deed, [id]);
  if (mail && resent > 0) return await resumeMails(deed.tx, mail.recipientEmail);
  if (!mail) throw refusals.notFound('Diese E-Mail gibt es nicht.');
  throw refusals.conflict(
    mail.status === 'failed' || mail.status === 'bounced'
      ? 'Der Anlass dieser E-Mail besteht nicht mehr.'
      : 'Diese E-Mail ist nicht fehlgeschlagen.',
  );
}

async function resendFailedMails(context: Context, actor: Actor): Promise<number> {
  // read in a write, because a replica may not have the latest failures yet
  const mails = await context.db.write((tx) => resendableMails(tx));
  const ids = mails.map(({ id }) => id);
  let queued = 0;
  for (let from = 0; from < ids.length; from += batchSize) {
    const batch = ids.slice(from, from + batchSize);
    queued += await perform(context, actor, (deed) => resend(deed, batch));
  }
  return queued;
}

async function resend({ tx, at, record, wakeMail }: Deed, ids: readonly string[]): Promise<number> {
  const resent = await retryFailed(tx, ids, at);
  await record('mail_resent', resent);
  if (resent.length > 0) wakeMail();
  return resent.length;
}

const auditQuery = pageQuery({});

/** Checking some hundred thousand rows may take longer than an idle connection is kept open. */
const checkSeconds = 120;

export function auditLogRoutes(context: Context) {
  const checkChain = createChainCheck(context);
  return staffRoutes(context, 'backoffice-audit-log', 'admin').get(
    api.auditLog,
    async ({ request, server }) => {
      const page = pageOf(readQuery(request, auditQuery));
      server?.timeout(request, checkSeconds);
      const [log, chain] = await Promise.all([readAuditLog(context.db, page), checkChain()]);
      return { ...log, chain } satisfies AuditPage;
    },
    { detail: queryDocs(auditQuery) },
  );
}

/** A result is used again for so many times as long as it took. */
const reuse = 10;

export function createChainCheck({ db, cipher }: Pick<Context, 'db' | 'cipher'>): () => Promise<AuditChain> {
  let current: Promise<AuditChain> | null = null;
  let until = 0;

  async function check(): Promise<AuditChain> {
    const began = performance.now();
    try {
      const { whole, firstBroken } = await checkAuditLog(db, await readAuditKey(db.read, cipher));
      until = performance.now() + reuse * (performance.now() - began);
      return { whole, firstBroken };
    } catch (error) {
      current = null;
      throw error;
    }
  }

  return () => {
    if (!current || performance.now() > until) {
      // calls that come meanwhile wait for the same result
      until = Number.POSITIVE_INFINITY;
      current = check();
    }
    return current;
  };
}
