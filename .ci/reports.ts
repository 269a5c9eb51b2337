/** Bun's reports of test runs. */
import { GlobalRegistrator } from '@happy-dom/global-registrator';

/** Lines of a failed test's report that are repeated at the end. */
const linesOfReport = 40;

type Report = { files: Set<string>; passed: number; failures: string[] };

GlobalRegistrator.register();

/** A skipped test is a failure too. A report that does not exist has no files. */
export async function readReport(path: string): Promise<Report> {
  const cases = await casesIn(path);
  const failed = cases.filter((test) => test.querySelector('failure, skipped'));
  const failures = failed.map((test) => {
    const name = ['file', 'classname', 'name'].map((key) => test.getAttribute(key)).filter(Boolean);
    const reason = test.querySelector('failure');
    const text = reason ? reason.textContent || reason.getAttribute('message') || '' : 'was skipped';
    return `${name.join(' > ')}\n${text.split('\n').slice(0, linesOfReport).join('\n')}`;
  });
  return { files: new Set(cases.map(fileOf)), passed: cases.length - failed.length, failures };
}

/** The file of each case, also of those that did not run. */
export async function filesOfCases(path: string): Promise<string[]> {
  return (await casesIn(path)).map(fileOf);
}

async function casesIn(path: string): Promise<Element[]> {
  const file = Bun.file(path);
  const xml = (await file.exists()) ? await file.text() : '<testsuites/>';
  return [...new DOMParser().parseFromString(xml, 'text/xml').querySelectorAll('testcase')];
}

function fileOf(test: Element): string {
  return test.getAttribute('file') ?? '';
}
