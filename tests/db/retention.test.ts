/** What every instance asks every few seconds is found by an index, however much is stored. */
import { expect, test } from 'bun:test';
import { expiredQuery } from '#db/retention';
import { retentionKinds } from '#domain/retention/periods';
import { planOf } from '#tests/db/support/query-plan';
import { setApp } from '#tests/support/app';

const app = setApp();

const indexes = {
  open_applications: 'applications USING INDEX applications_open (updated_at<?)',
  contactless_applications: 'applications USING INDEX applications_contactless (updated_at<?)',
  completed_applications:
    'applications USING INDEX applications_completed (completed_at>? AND completed_at<?)',
  withdrawn_applications: 'cases USING INDEX cases_withdrawn (completed_at<?)',
  withdrawals: 'withdrawals USING INDEX withdrawals_received (received_at<?)',
  unmatched_withdrawals: 'withdrawals USING INDEX withdrawals_unmatched (closed_at<?)',
  callbacks: 'callback_requests USING INDEX callback_requests_created (created_at<?)',
  preparations: 'preparations USING INDEX preparations_expires (expires_at<?)',
  offers: 'offers USING INDEX offers_expires (expires_at<?)',
  mails: 'outbox USING INDEX outbox_alone (application_id=? AND created_at<?)',
  return_contents: 'return_files USING INDEX return_files_content (at<?)',
  evidence: 'evidence USING INDEX evidence_keep (keep_until<?)',
  erased_drafts: 'erasures USING INDEX erasures_at (kind=? AND at<?)',
  audit_log: 'audit_log USING INDEX audit_log_at (at<?)',
};

test.each(retentionKinds)('an index finds %s whose period has ended', async (kind) => {
  const { read } = app.db;
  const [step = '', ...more] = await planOf(read, expiredQuery(read, kind, 1, 1));
  expect(step.replace('COVERING ', '')).toBe(`SEARCH ${indexes[kind]}`);
  expect(more.join('\n')).not.toMatch(/^SCAN|TEMP B-TREE/m);
});
