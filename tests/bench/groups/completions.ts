import autocannon from 'autocannon';
import { pages } from '#domain/urls';
import { applicantOfToday, openApplication } from '#tests/faults/support/processes';
import type { RunningServer } from '#tests/support/server';
import { withProduct } from '../product';
import { atMost, type Group, type Row } from '../row';
import { openApplications, saveInParallel } from './saving';

const perSecond = 5;
const seconds = 10;
const others = 5;

const beside5 = `while ${perSecond} applications a second are completed`;
const cachedPage = `cached page ${beside5}: p99`;

/** What other visitors notice while applications are completed one after the other, with their mails and PDFs. */
export const completions: Group = {
  name: 'completions',
  measure: () => withProduct(measure),
  nearTarget: cachedPage,
};

async function measure({ url }: RunningServer): Promise<Row[]> {
  // the first mails and the first PDF load their templates
  await beside(url, async () => {});
  const pageLatency = await beside(url, async () => {
    const result = await autocannon({
      url: url + pages.home,
      connections: others,
      duration: seconds,
      // a fast visitor, not a flood: the two cores are shared with this process
      overallRate: 500,
      headers: { 'accept-encoding': 'br' },
    });
    if (result.errors + result.timeouts + result.non2xx > 0) throw new Error('A page failed.');
    return result.latency.p99;
  });
  const opened = await openApplications(url, others);
  const saveLatency = await beside(url, async () => (await saveInParallel(url, opened, seconds)).p99);
  return [
    atMost(10, { name: cachedPage, value: pageLatency, unit: 'ms' }),
    atMost(50, { name: `saving a step ${beside5}: p99`, value: saveLatency, unit: 'ms' }),
  ];
}

/** Measures while prepared applications are completed at a steady rate. */
async function beside<T>(url: string, measured: () => Promise<T>): Promise<T> {
  const ready = await Promise.all(
    Array.from({ length: perSecond * seconds }, async () => {
      const application = openApplication();
      await application.fill(url, applicantOfToday());
      return application;
    }),
  );
  const completing = ready.map(async (application, index) => {
    await Bun.sleep((index * 1000) / perSecond);
    const { status } = await application.complete(url);
    if (status !== 200) throw new Error(`An application was not completed: ${status}.`);
  });
  const [result] = await Promise.all([measured(), ...completing]);
  return result;
}
