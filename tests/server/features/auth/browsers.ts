/** Browsers of staff, each with its own cookies, network address and token, and the app that shows codes. */
import { auditChain, auditLog, signInFailures, users } from '#db/schema/staff';
import { api } from '#domain/urls';
import { ensureAdministrator } from '#server/features/auth/service';
import { setApp, startApp, type TestApp, testNow } from '#tests/support/app';
import { codeOf, step } from '#tests/support/codes';
import { type Answer, answerOf } from '#tests/support/people';
import { administrator } from '#tests/support/staff';

export const minute = 60_000;
export const hour = 60 * minute;

/** What the sign-in says when it needs a code. */
export const codeNeeded = {
  message: 'Bitte geben Sie den Code Ihrer Authenticator-App ein',
  secondFactor: true,
};
export const wrongCredentials = { message: 'Ungültiger Benutzername oder Passwort' };

export type Account = { username: string; password: string };
export type StaffBrowser = ReturnType<typeof browserOf>;

/** With `RATE_LIMIT: 'on'`, each browser has its own address. */
const trusting = { TRUST_PROXY: 'true' };

/** An application of one test whose administrator is signed in. */
export async function openHouse(env: Record<string, string> = {}) {
  return await enteredBy(await startApp({ env: { ...trusting, ...env } }));
}

/** One application for all tests of a file or of a `describe`. Each `open` begins again, without the accounts before. */
export function setHouse(env: Record<string, string> = {}) {
  const app = setApp({ env: { ...trusting, ...env } });
  const open = async () => {
    await emptyStaff(app);
    return await enteredBy(app);
  };
  return {
    open,
    openProtected: async () => await protectedBy(await open()),
  };
}

/** The same with a second factor, and a browser that has never signed in. */
export async function openProtected() {
  return await protectedBy(await openHouse());
}

async function protectedBy({ app, admin }: Awaited<ReturnType<typeof openHouse>>) {
  return { app, admin, factor: await admin.protect(administrator), stranger: browserOf(app) };
}

async function enteredBy(app: TestApp) {
  await ensureAdministrator(app.context, administrator);
  const admin = browserOf(app);
  await admin.signIn(administrator);
  return { app, admin };
}

/** Deletes the accounts with their sessions and records, and sets the clock back. */
async function emptyStaff(app: TestApp): Promise<void> {
  await app.refusals.settled();
  await app.db.write(async (tx) => {
    for (const table of [users, signInFailures, auditLog, auditChain]) await tx.delete(table);
  });
  app.clock.now = testNow;
  app.clock.ahead = 0;
  app.logged.length = 0;
}

/** Creates an account by the administrator's browser. Returns its id with its name and password. */
export async function hired(admin: StaffBrowser, username = 'mira.yilmaz', role = 'sachbearbeiter') {
  const account = { username, password: 'lang-genug-fuer-alle-2' };
  const { status, body } = await admin.ask('POST', api.users, { ...account, role, ...admin.proof() });
  if (status !== 201) throw new Error(`${username}: ${status}`);
  return { ...account, id: String(body.id) };
}

let addresses = 0;

/** A browser that has never been here. `cookies` is its jar, `token` that of its last sign-in or password change. */
export function browserOf(app: Pick<TestApp, 'ask' | 'clock'>, agent = 'a test') {
  addresses += 1;
  const address = `198.51.${addresses >> 8}.${addresses & 255}`;
  const browser = {
    cookies: new Map<string, string>(),
    token: '',
    /** What proves that its owner acts: password and a new code, once a second factor is set. */
    proof: (): { currentPassword?: string; code?: string } => ({}),
    address,
    async send(method: string, path: string, body?: unknown): Promise<Response> {
      const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      const headers: Record<string, string> = { 'x-forwarded-for': browser.address, 'user-agent': agent };
      if (browser.token) headers.authorization = `Bearer ${browser.token}`;
      if (cookie) headers.cookie = cookie;
      const response = await app.ask(method, path, { body, headers });
      for (const line of response.headers.getSetCookie()) {
        const [name = '', value = ''] = line.split(';', 1).join().split(/=(.*)/s);
        browser.cookies.set(name, value);
      }
      return response;
    },
    async ask(method: string, path: string, body?: unknown): Promise<Answer> {
      return answerOf(await browser.send(method, path, body));
    },
    /** Status and body alone, to compare both at once. */
    async says(method: string, path: string, body?: unknown) {
      const answer = await browser.ask(method, path, body);
      return { status: answer.status, body: answer.body };
    },
    async list<T>(path: string): Promise<T[]> {
      return (await (await browser.send('GET', path)).json()) as T[];
    },
    async signIn({ username, password }: Account, code?: string): Promise<Answer> {
      const answer = await browser.ask('POST', api.login, { username, password, code });
      if (answer.status === 200) browser.token = String(answer.body.token);
      return answer;
    },
    /** The status of a call. All but GET have a body, which is empty. */
    status: async (method: string, path: string): Promise<number> =>
      (await browser.send(method, path, method === 'GET' ? undefined : {})).status,
    /** The status of the current user: 200 while signed in. */
    alive: () => browser.status('GET', api.currentUser),
    async user() {
      return (await browser.ask('GET', api.currentUser)).body;
    },
    /** Sets up a second factor with the code of this moment. */
    async protect({ password }: Account) {
      const begun = await browser.ask('POST', api.secondFactor, { currentPassword: password });
      const secret = String(begun.body.secret);
      const { status, body } = await browser.ask('PUT', api.secondFactor, {
        code: codeOf(secret, app.clock.now),
      });
      if (status !== 200) throw new Error(`no second factor: ${status}`);
      const factor = {
        secret,
        uri: String(begun.body.uri),
        recoveryCodes: body.recoveryCodes as string[],
        /** Lets the app move on, and returns a code that was not shown before. */
        newCode() {
          app.clock.now += step;
          return codeOf(secret, app.clock.now);
        },
      };
      browser.proof = () => ({ currentPassword: password, code: factor.newCode() });
      return factor;
    },
  };
  return browser;
}
