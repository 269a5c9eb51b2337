/** The way of a visitor through Firefox and WebKit, the engine of Safari: a request for a call, an application, its status. */
import { expect, setDefaultTimeout, test } from 'bun:test';
import { type SetInput, setFields } from '#domain/application';
import { type SetKey, setKeys } from '#domain/steps/all';
import { pages } from '#domain/urls';
import { titles } from '#tests/support/journey';
import { linkIn } from '#tests/support/mail-links';
import { johanna } from '#tests/support/people';
import { setSite, staffAddress } from '#tests/support/stage';
import { until } from '#tests/support/until';
import { openFirefox } from './firefox';
import { heading, labelled, press, said, type Tab, waitFor } from './tab';
import { openWebkit } from './webkit';

setDefaultTimeout(90_000);
const site = setSite();

test.each([
  ['Firefox', openFirefox],
  ['WebKit', openWebkit],
])('a visitor asks for a call, applies for insurance and reads the status in %s', async (name, open) => {
  const email = `johanna@${name.toLowerCase()}.example`;
  const tab = await open();
  try {
    await requestCall(tab, email);
    await apply(tab, email);
    await readStatus(tab, email);
    expect(tab.problems).toEqual([]);
  } finally {
    await tab.close();
  }
});

async function requestCall(tab: Tab, email: string) {
  await tab.open(site.server.url);
  await press(tab, 'Alle ablehnen');
  await waitFor(tab, hydratedCallbackForm);
  await enter(tab, 'Name', 'Johanna Sommer');
  await enter(tab, 'Telefon', johanna['contact-data'].phone);
  await enter(tab, 'E-Mail', email);
  await tick(tab, 'Ich stimme zu');
  await press(tab, 'Rückruf anfordern');
  await heading(tab, 'Vielen Dank, wir rufen Sie an');
  const mail = await site.mails.find(({ to, raw }) => to.includes(staffAddress) && raw.includes(email));
  expect(mail.email.text).toContain('Johanna Sommer');
}

async function apply(tab: Tab, email: string) {
  const person: SetInput = {
    ...johanna,
    'contact-data': { ...johanna['contact-data'], email },
    'policyholder-info': { ...johanna['policyholder-info'], email },
  };
  await tab.open(`${site.server.url}${pages.calculator}`);
  for (const [index, key] of setKeys.entries()) {
    await heading(tab, titles[index] ?? '');
    for (const [field, value] of Object.entries(person[key])) await fill(tab, key, field, value);
    await press(tab, 'Weiter');
  }
  await heading(tab, titles[5] ?? '');
  await press(tab, 'Antrag absenden');
  await heading(tab, 'Antrag erfolgreich eingereicht');
}

async function readStatus(tab: Tab, email: string) {
  const mail = await site.mails.find(
    ({ to, email: { text } }) => to.includes(email) && /\/status\//.test(text ?? ''),
  );
  await tab.open(site.server.url + linkIn(mail, 'status'));
  await heading(tab, 'Stand Ihres Antrags');
}

/** Values that the form has by itself, sooner or later. */
const given = ['insuranceStartDate', 'selfParticipation', 'bic', 'bankName'];

async function fill(tab: Tab, key: SetKey, name: string, value: string | number | boolean) {
  const field = setFields[key][name];
  if (!field) throw new Error(`${key} has no field ${name}`);
  if ('sentence' in field) return await tick(tab, field.sentence);
  if (name === 'tariffType') return await tick(tab, field.options?.[String(value)] ?? '');
  const control = await labelled(tab, field.label);
  if (given.includes(name)) return await until(async () => (await control.value()) !== '');
  if (field.options) return await control.choose(String(value));
  // both browsers speak English, so they ask for month, day and year
  if (field.kind === 'date')
    return await control.type(String(value).replace(/^(\d+)-(\d+)-(\d+)$/, '$2/$3/$1'));
  await enter(tab, field.label, String(value));
  // the script of the hints may come between the look for the next control and its click
  if (name === 'chipNumber') await said(tab, 'Sieht aus wie eine Chipnummer.');
}

/** What the form took over from an earlier step is not typed again. */
async function enter(tab: Tab, label: string, text: string) {
  const control = await labelled(tab, label);
  if ((await control.value()) !== text) await control.type(text);
}

async function tick(tab: Tab, label: string) {
  await (await labelled(tab, label)).click();
}

/** Until React has it, the form works without script. React gets it once it is near. */
function hydratedCallbackForm() {
  const form = document.querySelector('#callback form');
  form?.scrollIntoView();
  return form && Object.keys(form).some((key) => key.startsWith('__reactProps')) ? form : null;
}
