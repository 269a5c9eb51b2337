import lighthouse, { type Result } from 'lighthouse';
import { href, pages } from '#domain/urls';
import { openWholeBrowser } from '#tests/support/browser';
import { freePort } from '#tests/support/ports';
import type { RunningServer } from '#tests/support/server';
import { withProduct } from '../product';
import { median, repeat } from '../rounds';
import { atLeast, exactly, type Group, type Row } from '../row';

const runs = 3;
const attempts = 3;

/** Lighthouse with its default settings: a simulated slow phone on a slow network. */
export const lighthouseScores: Group = { name: 'lighthouse', measure: () => withProduct(measure) };

async function measure({ url }: RunningServer): Promise<Row[]> {
  const port = freePort();
  const browser = await openWholeBrowser(`--remote-debugging-port=${port}`);
  try {
    const landing = await audit(url + pages.home, port);
    const wizard = await audit(url + href(pages.application, { id: crypto.randomUUID() }), port);
    const login = await audit(url + pages.login, port);
    const named = (page: string, category: string) => `Lighthouse mobile, ${page}: ${category}`;
    return [
      ...['performance', 'accessibility', 'best-practices', 'seo'].map((category) =>
        exactly(100, { name: named('landing page', category), ...summaryOf(landing, category) }),
      ),
      atLeast(98, { name: named('wizard', 'performance'), ...summaryOf(wizard, 'performance') }),
      atLeast(98, { name: named('login', 'performance'), ...summaryOf(login, 'performance') }),
    ];
  } finally {
    await browser.close();
  }
}

async function audit(address: string, port: number): Promise<Result[]> {
  return await repeat(runs, async () => {
    for (let attempt = 1; ; attempt += 1) {
      const result = await lighthouse(address, { port, logLevel: 'error' });
      const fault = result ? result.lhr.runtimeError : { message: 'Lighthouse returned nothing.' };
      if (result && !fault) return result.lhr;
      // sometimes a trace has no start (NO_NAVSTART), which says nothing about the page
      if (attempt === attempts) throw new Error(fault?.message);
    }
  });
}

/** The median score from 0 to 100, and the audits that lost points in the last run. */
function summaryOf(results: Result[], category: string) {
  const scores = results.map(({ categories }) => Math.round((categories[category]?.score ?? 0) * 100));
  const last = results.at(-1);
  const lost = (last?.categories[category]?.auditRefs ?? []).flatMap(({ id, weight }) => {
    const audit = last?.audits[id];
    const short = weight > 0 && audit?.score != null && audit.score < 1;
    return short ? [`${id} ${audit.displayValue ?? audit.title}`] : [];
  });
  const machine = Math.round(median(results.map(({ environment }) => environment.benchmarkIndex)));
  const note = `runs ${scores.join(', ')}; benchmarkIndex ${machine}; ${lost.join(', ')}`;
  return { value: median(scores), note: lost.length > 0 ? note : undefined };
}
