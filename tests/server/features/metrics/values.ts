/** Reads `GET /metrics` of an application. */
import type { TestApp } from '#tests/support/app';

export const token = 'a-token-of-the-collector';
export const bearer = { authorization: `Bearer ${token}` };

export const scrape = async (app: TestApp) => (await app.ask('GET', '/metrics', { headers: bearer })).text();

/** The values by name and labels, without the buckets. */
export async function valuesOf(app: TestApp): Promise<Record<string, number>> {
  const lines = (await scrape(app)).split('\n').filter((line) => line && !/^#|_bucket\{/.test(line));
  return Object.fromEntries(
    lines.map((line) => {
      const cut = line.lastIndexOf(' ');
      return [line.slice('sattelfest_'.length, cut), Number(line.slice(cut + 1))];
    }),
  );
}

/** How many requests were counted, by method, route and status. */
export async function requestsOf(app: TestApp): Promise<Record<string, number>> {
  const pattern = /^http_request_duration_seconds_count\{method="(.+)",route="(.+)",status="(.+)"\}$/;
  const counted = Object.entries(await valuesOf(app)).flatMap(([name, count]) => {
    const [, ...labels] = pattern.exec(name) ?? [];
    return labels.length > 0 ? [[labels.join(' '), count] as const] : [];
  });
  return Object.fromEntries(counted);
}
