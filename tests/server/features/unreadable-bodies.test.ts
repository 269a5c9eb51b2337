/** Bodies that cannot be read, or that the rules refuse, count for the same limits as good ones. */
// ASVS 2.4.1
import { beforeAll, expect, test } from 'bun:test';
import { api } from '#domain/urls';
import { setApp } from '#tests/support/app';

const id = crypto.randomUUID();
const token = 'x'.repeat(43);
const app = setApp({ env: { RATE_LIMIT: 'on', TRUST_PROXY: 'true' } });
let addresses = 0;
/** The header of an address that no other test uses. */
const newcomer = () => ({ 'x-forwarded-for': `2001:db8:${(addresses++).toString(16)}::1` });

const form = 'application/x-www-form-urlencoded';
type Sent = { raw?: string; type?: string };
const bodies: Record<string, Sent> = {
  none: {},
  'no JSON': { raw: '{' },
  'another type': { raw: '{}', type: 'text/plain' },
  'too large': { raw: 'x'.repeat(70_000) },
  'no object': { raw: '[]' },
  'a form without fields': { raw: 'nichts=', type: form },
  'a form that is too large': { raw: 'x'.repeat(70_000), type: form },
};

/** Calls that only staff make have limits of their own, after the sign-in. */
const ofStaff = /^\/api\/(?:backoffice|auth)(?:\/|$)/;
const writes: [method: string, path: string][] = [];

beforeAll(() => {
  const found = app.app.routes.filter(({ method, path }) => method !== 'GET' && !ofStaff.test(path));
  writes.push(...found.map(({ method, path }): [string, string] => [method, path]));
});

/** How many calls a new visitor may send in a minute, with these bodies in turn, before the first 429. */
async function allowed(method: string, path: string, sent: Sent[]): Promise<number> {
  const headers = newcomer();
  const address = path.replace(':id', id).replace(':token', token);
  for (let count = 0; count <= 100; count += 1) {
    const response = await app.ask(method, address, { ...sent[count % sent.length], headers });
    await response.text();
    if (response.status !== 429) continue;
    expect(response.headers.get('retry-after')).toMatch(/^\d+$/);
    return count;
  }
  return Number.POSITIVE_INFINITY;
}

test('above the limit every public write is refused with 429, with a body of any kind', async () => {
  expect(writes.length).toBeGreaterThan(15);
  const unlimited: string[] = [];
  for (const [method, path] of writes) {
    // one kind that does not count would make this more
    if ((await allowed(method, path, Object.values(bodies))) === 60) continue;
    // another limit comes before, and only some kinds count for it
    for (const [kind, sent] of Object.entries(bodies))
      if ((await allowed(method, path, [sent])) > 60) unlimited.push(`${method} ${path}: ${kind}`);
  }
  expect(unlimited).toEqual([]);
});

test.each(Object.entries(bodies))(
  '50 sign-ins in 15 minutes with a body that is %s are the last ones',
  async (_, sent) => {
    expect(await allowed('POST', api.login, [sent])).toBe(50);
  },
);
