/** The values of the real server, whose jobs run. */
import { expect, test } from 'bun:test';
import { newFolder, start } from '#tests/faults/support/processes';
import { until } from '#tests/support/until';

const jobs = [
  ...['reminders', 'tariffs', 'retention', 'documents', 'cases', 'waiting_mails', 'old_limits'],
  ...['expired_links', 'ended_sign_ins', 'erased_drafts', 'audit_log_end', 'database_file', 'assets'],
  ...['memory', 'site_state', 'search', 'digest'],
];

test('the bundled server tells the last run of every job', async () => {
  const METRICS_TOKEN = 'a-token-of-the-collector';
  const server = await start(await newFolder(), { METRICS_TOKEN });
  const scrape = async () => {
    const response = await fetch(`${server.url}/metrics`, {
      headers: { authorization: `Bearer ${METRICS_TOKEN}` },
    });
    return await response.text();
  };
  const ran = /^sattelfest_job_last_run_timestamp_seconds\{job="(\w+)",result="ok"\} \d/gm;
  const endedOf = (text: string) => Array.from(text.matchAll(ran), ([, job = '']) => job);
  await until(async () => endedOf(await scrape()).length >= jobs.length);
  expect(endedOf(await scrape()).toSorted()).toEqual(jobs.toSorted());
  expect((await fetch(`${server.url}/metrics`)).status).toBe(401);
  expect(await server.kill('SIGTERM')).toBe(0);
});
