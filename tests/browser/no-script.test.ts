/** Pages of visitors without JavaScript on a small phone. The other forms: tests/full/browser/visitor-forms.test.ts. */
import { expect, setDefaultTimeout, test } from 'bun:test';
import { phone } from '#tests/support/browser';
import type { ReceivedMail } from '#tests/support/smtp';
import { setStage, staffAddress } from '#tests/support/stage';
import { forms } from './form-states';
import { email } from './long-texts';
import { narrow } from './narrow-walk';
import { withoutScript } from './page-checks';

setDefaultTimeout(60_000);
const stage = setStage();

test.each(['callback', 'precheck', 'bill', 'withdrawal', 'status'] as const)(
  '%s, from its beginning to its end',
  async (form) => {
    await withoutScript(stage, narrow, async (page) => {
      await forms[form]({ page, stage, look: async () => {}, hasScript: false });
      expect(await page.getByRole('region', { name: 'Cookie-Einstellungen' }).count()).toBe(0);
    });
  },
);

test('a withdrawal that was sent twice is one for its sender and staff, who also hear of an answer, not its words', async () => {
  const told = [email, staffAddress];
  const isAbout = ({ email: { subject } }: ReceivedMail) => /Widerruf/.test(subject ?? '');
  for (const one of told) await stage.mails.find((mail) => mail.to.includes(one) && isAbout(mail));
  const sent = stage.mails.mails.filter(isAbout).map(({ to }) => to.join());
  expect(sent.toSorted()).toEqual(told.toSorted());
  const reply = await stage.mails.find((mail) => /^Antwort auf Rückfrage/.test(mail.email.subject ?? ''));
  expect(reply.to).toEqual([staffAddress]);
  expect(reply.email.text).not.toContain('Acht Jahre');
});

test('the landing page has its menu, questions and prices, and keeps nothing', async () => {
  await withoutScript(stage, phone, async (page) => {
    await page.goto(`${stage.server.url}/?source=messe`);
    const open = page.locator('details[name=faq][open]');
    expect(await open.count()).toBe(0);
    await page.getByText('Sind Vorerkrankungen mitversichert?').click();
    await page.getByText('Bekannte Vorerkrankungen, auch chronische, sowie').waitFor();
    await page.getByText('Ab wann ist mein Pferd versichert?').click();
    expect(await open.count()).toBe(1);
    await page.getByLabel('Selbstbeteiligung').selectOption('500 €');
    await page.getByLabel('Zahlweise').selectOption('Jährlich');
    await page.getByRole('button', { name: 'Beiträge berechnen' }).click();
    await page.waitForURL(/\?source=messe&deductible=500&frequency=annual&birthYear=#tariffs$/);
    expect(await page.getByLabel('Zahlweise').inputValue()).toBe('annual');
    const premium = page.getByRole('region', { name: 'Premium-OP-Schutz' });
    await premium.getByText('58,07 €', { exact: true }).waitFor();
    await premium.getByRole('link', { name: 'Jetzt berechnen' }).click();
    await page.waitForURL(
      /\/application\/[0-9a-f-]{36}\?tariff=premium&deductible=500&frequency=annual&source=messe$/,
    );
    await page.goto(stage.server.url);
    await page.locator('header summary').click();
    const menu = page.getByRole('navigation', { name: 'Menü' });
    await menu.getByRole('link', { name: 'Jetzt berechnen' }).click();
    await page.waitForURL(/\/application\/[0-9a-f-]{36}$/);
    await page.goto(stage.server.url);
    await page.getByRole('contentinfo').getByRole('link', { name: 'Datenschutz' }).click();
    await page.getByRole('heading', { level: 1, name: 'Datenschutz' }).waitFor();
    expect(await page.context().cookies()).toEqual([]);
  });
});
