/** Members of staff on a real server. */
import type { Page } from 'playwright-core';
import type { Role } from '#domain/accounts/user';
import { api } from '#domain/urls';
import type { PasswordCost } from '#server/features/auth/passwords';

/** Hashing at its real cost would make most tests slow for nothing. */
export const cheap: PasswordCost = { memoryCost: 8, timeCost: 1 };

export const administrator = { username: 'admin', password: 'geheim-genug-1' };
/** Settings of a server that creates this administrator at its first start. */
export const withAdministrator = {
  ADMIN_USERNAME: administrator.username,
  ADMIN_PASSWORD: administrator.password,
};

/** Signs in without the form: stores a token where the pages look for it. Returns the token. */
export async function enter(page: Page, url: string, who = administrator): Promise<string> {
  const token = await tokenOf(url, who);
  await page.goto(`${url}/robots.txt`);
  await page.evaluate((kept) => localStorage.setItem('auth_token', kept), token);
  return token;
}

export const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

/** Signs in and returns the token. */
export async function tokenOf(url: string, who = administrator): Promise<string> {
  const answer = await call(url, 'POST', api.login, who);
  return ((await answer.json()) as { token: string }).token;
}

/** Creates an account and returns its name and password. */
export async function hire(url: string, username: string, role: Role = 'sachbearbeiter') {
  const account = { username, password: 'lang-genug-2' };
  await call(url, 'POST', api.users, { ...account, role }, bearer(await tokenOf(url)));
  return account;
}

/** Calls the API from outside of the browser. @throws if the API refuses */
export async function call(url: string, method: string, path: string, body?: object, headers = {}) {
  const sent = body ? { 'content-type': 'application/json', ...headers } : headers;
  const answer = await fetch(url + path, { method, headers: sent, body: body && JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
  return answer;
}
