/** A member of staff in a real browser. */
import type { Page } from 'playwright-core';
import { api } from '../../domain/urls';

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
