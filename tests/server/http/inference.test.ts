/**
 * Elysia reads handlers as text to know what they need. One hook that passes its whole context on makes every route of the
 * product parse headers and cookies, which costs each request some 10 µs.
 */
import { expect, test } from 'bun:test';
import { setApp } from '#tests/support/app';

const app = setApp({
  env: { RATE_LIMIT: 'on', METRICS_TOKEN: 'watching-all-day', MAIL_IN_TOKEN: 'what-comes-back-here' },
});

test('no route parses cookies or copies all headers', () => {
  // the plugin for static files looks at `If-None-Match`
  const own = app.app.routes.filter(({ path }) => !path.startsWith('/static/'));
  const compiled = own.map(({ method, path, compile }) => ({
    name: `${method} ${path}`,
    code: `${compile()}`,
  }));
  expect(compiled.length).toBeGreaterThan(100);
  expect(compiled.filter(({ code }) => /parseCookie|c\.headers=/.test(code)).map(({ name }) => name)).toEqual(
    [],
  );
});
