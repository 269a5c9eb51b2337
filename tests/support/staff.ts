/** A member of staff in a real browser. */
import type { Page } from 'playwright-core';
import type { Role } from '#domain/backoffice/user';
import { api } from '#domain/urls';

/** What the server of a stage has to be told to have this administrator: `setStage(withAdministrator)`. */
export const administrator = { username: 'admin', password: 'geheim-genug-1' };
export const withAdministrator = {
  ADMIN_USERNAME: administrator.username,
  ADMIN_PASSWORD: administrator.password,
};

/** Signs in past the screens: the token lies where the pages look for it. Answers it. */
export async function enter(page: Page, url: string, who = administrator): Promise<string> {
  const response = await page.request.post(url + api.login, { data: who });
  const { token } = (await response.json()) as { token: string };
  await page.goto(`${url}/robots.txt`);
  await page.evaluate((kept) => localStorage.setItem('auth_token', kept), token);
  return token;
}

/** Header of a call by this token. */
export const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

/** Token of a member of staff. */
export async function tokenOf(url: string, who = administrator): Promise<string> {
  const answer = await call(url, 'POST', api.login, who);
  return ((await answer.json()) as { token: string }).token;
}

/** Opens an account and answers its name and password. */
export async function hire(url: string, username: string, role: Role = 'sachbearbeiter') {
  const account = { username, password: 'lang-genug-2' };
  await call(url, 'POST', api.users, { ...account, role }, bearer(await tokenOf(url)));
  return account;
}

/** Asks the API from outside of the browser; any refusal is an error of the test. */
export async function call(url: string, method: string, path: string, body?: object, headers = {}) {
  const sent = body ? { 'content-type': 'application/json', ...headers } : headers;
  const answer = await fetch(url + path, { method, headers: sent, body: body && JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
  return answer;
}
