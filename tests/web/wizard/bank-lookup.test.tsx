/** Bank data as visitors type it, and the bank of an IBAN, which never changes what a visitor has entered. */
import { expect, test } from 'bun:test';
import { type SetKey, setKeys } from '#domain/steps/all';
import { api, href } from '#domain/urls';
import { setApp } from '#tests/support/app';
import { setDocument } from '#tests/support/dom';
import { openWizard } from './wizard-screen';

const stage = setDocument();
const app = setApp();
const commerzbank = { iban: 'DE89 3704 0044 0532 0130 00', code: '37040044', bic: 'COBADEFFXXX' };
const postbank = { iban: 'DE48 1001 0010 0000 1383 01', code: '10010010', bic: 'PBNKDEFFXXX' };

/** Step 5 with nothing in it but the account holder. */
async function openMandate(sets: readonly SetKey[] = setKeys.slice(0, 4)) {
  const wizard = await openWizard(stage, 5, { app, sets });
  const { act, fireEvent } = stage.library;
  const field = (label: string) => wizard.screen.getByLabelText(label) as HTMLInputElement;
  return {
    ...wizard,
    shown: () => [field('BIC').value, field('Name der Bank').value.split(' ')[0]],
    enter: (label: string) => act(async () => field(label).focus()),
    type: async (label: string, value: string) => {
      await act(async () => field(label).focus());
      await act(async () => fireEvent.change(field(label), { target: { value } }));
    },
  };
}

test('a bank found while the visitor is in the BIC fills in the name, and the BIC once it is left empty', async () => {
  const { enter, hold, screen, settled, shown, type } = await openMandate();
  const found = hold(href(api.bank, { bankCode: commerzbank.code }));
  await type('IBAN', commerzbank.iban);
  await enter('BIC');
  found();
  await settled();
  expect(shown()).toEqual(['', 'Commerzbank']);
  // the window loses the focus, the field is still the document's active element
  const { act, fireEvent } = stage.library;
  await act(async () => fireEvent.blur(screen.getByLabelText('BIC')));
  expect(shown()).toEqual(['', 'Commerzbank']);
  await enter('Name der Bank');
  expect(shown()).toEqual(['COBADEFFXXX', 'Commerzbank']);
  await type('BIC', 'COBADEFF370');
  await enter('IBAN');
  expect(shown()).toEqual(['COBADEFF370', 'Commerzbank']);
});

test('bank data typed before the bank is found stays, whatever IBANs follow', async () => {
  const { enter, hold, settled, shown, type } = await openMandate();
  const found = hold(href(api.bank, { bankCode: commerzbank.code }));
  await type('IBAN', commerzbank.iban);
  // the same name as the one that will be found: it counts as typed all the same
  await type('Name der Bank', 'Commerzbank');
  await type('BIC', commerzbank.bic);
  await enter('IBAN');
  found();
  await settled();
  expect(shown()).toEqual([commerzbank.bic, 'Commerzbank']);
  for (const iban of [postbank.iban, '', postbank.iban]) {
    await type('IBAN', iban);
    await settled();
    expect(shown()).toEqual([commerzbank.bic, 'Commerzbank']);
  }
});

test('bank data that was filled in changes with the IBAN, and edited bank data stays', async () => {
  const { settled, shown, type } = await openMandate();
  await type('IBAN', commerzbank.iban);
  await settled();
  expect(shown()).toEqual([commerzbank.bic, 'Commerzbank']);
  await type('IBAN', postbank.iban);
  await settled();
  expect(shown()).toEqual([postbank.bic, 'Postbank']);
  await type('BIC', 'PBNKDEFF100');
  await type('IBAN', commerzbank.iban);
  await settled();
  expect(shown()).toEqual(['PBNKDEFF100', 'Commerzbank']);
  await type('IBAN', '');
  await settled();
  expect(shown()).toEqual(['PBNKDEFF100', '']);
});

test('a field that the visitor emptied stays empty until the IBAN changes', async () => {
  const { enter, settled, shown, type } = await openMandate();
  await type('IBAN', commerzbank.iban);
  await settled();
  await type('BIC', '');
  await enter('Name der Bank');
  expect(shown()).toEqual(['', 'Commerzbank']);
  await type('IBAN', postbank.iban);
  await settled();
  expect(shown()).toEqual([postbank.bic, 'Postbank']);
});

test('replies in the wrong order leave the bank of the current IBAN', async () => {
  const { hold, settled, shown, type } = await openMandate();
  const first = hold(href(api.bank, { bankCode: commerzbank.code }));
  const second = hold(href(api.bank, { bankCode: postbank.code }));
  await type('IBAN', commerzbank.iban);
  await type('IBAN', postbank.iban);
  second();
  await stage.library.waitFor(() => expect(shown()).toEqual([postbank.bic, 'Postbank']));
  first();
  await settled();
  expect(shown()).toEqual([postbank.bic, 'Postbank']);
});

test("in a stored mandate, the bank's own data changes with the IBAN, and other entries stay", async () => {
  // the stored name is "Commerzbank Köln", which is not the name in the list of banks
  const { settled, shown, type } = await openMandate(setKeys);
  await settled();
  await type('IBAN', postbank.iban);
  await settled();
  expect(shown()).toEqual([postbank.bic, 'Commerzbank']);
});

test.each([
  'DE89370400440532013000',
  'de89 3704 0044 0532 0130 00',
  'DE89\u00a03704\u202f0044 0532\u00a00130 00',
  '  De893704 00440 532013000 ',
  '\u202aDE89\u00a03704\u200b0044\u202f0532\u00ad0130\u206000\u202c',
])('the IBAN %j is grouped when its field is left, and sent without blanks and marks', async (typed) => {
  const { at, enter, press, screen, sent, settled, shown, type } = await openMandate();
  await type('IBAN', typed);
  await enter('BIC');
  expect(screen.getByLabelText('IBAN')).toHaveProperty('value', commerzbank.iban);
  await settled();
  await enter('IBAN');
  expect(shown()).toEqual([commerzbank.bic, 'Commerzbank']);
  await type('BIC', 'COBA DE FF XXX');
  await type('Name der Bank', 'Commerzbank');
  await stage.library.act(async () => stage.library.fireEvent.click(screen.getByRole('checkbox')));
  await press('Weiter');
  await at(6);
  expect(
    await sent.find(({ method, url }) => method === 'POST' && url.endsWith('/sepa-mandate'))?.json(),
  ).toEqual({
    accountHolder: 'Johanna Sommer',
    iban: 'DE89370400440532013000',
    bic: 'COBADEFFXXX',
    bankName: 'Commerzbank',
    mandateConsent: true,
  });
  expect(screen.getByText('DE89…3000')).toBeTruthy();
});

/** Accounts whose bank the visitor names. A path whose calls fail, if there is one. */
const named = [
  ['of a bank that nobody knows', 'DE36 0000 0000 0000 0000 00', 'MARKDEFF', 'DE36…0000', null],
  [
    'while the list of banks cannot be reached',
    commerzbank.iban,
    'COBADEFFXXX',
    'DE89…3000',
    commerzbank.code,
  ],
  ['in Austria', 'at61 1904 3002 3457 3201', 'BKAUATWW', 'AT61…3201', null],
  ['in the Netherlands', 'NL91ABNA0417164300', 'ABNANL2AXXX', 'NL91…4300', null],
] as const;

test.each(named)('an account %s is accepted', async (_, iban, bic, masked, bankCode) => {
  const { at, press, reply, screen, settled, shown, type } = await openMandate();
  if (bankCode) reply('GET', href(api.bank, { bankCode }), null);
  await type('IBAN', iban);
  await settled();
  expect(shown()).toEqual(['', '']);
  await type('BIC', bic);
  await type('Name der Bank', 'Eine Bank');
  await stage.library.act(async () => stage.library.fireEvent.click(screen.getByRole('checkbox')));
  await press('Weiter');
  await at(6);
  for (const text of [masked, bic, 'Eine Bank']) expect(await screen.findByText(text)).toBeTruthy();
});

test.each([
  ['BIC', '1OBADEFF'],
  ['BIC', 'COBADEFFXX'],
  // outside SEPA, and one wrong digit
  ['IBAN', 'TR330006100519786457841326'],
  ['IBAN', 'AT611904300234573202'],
  ['IBAN', 'DE89370400440532013001'],
])('a wrong %s is marked, and explained in a toast: %s', async (label, value) => {
  const { press, screen, toasts, type, written } = await openMandate(setKeys);
  await type(label, value);
  await press('Weiter');
  expect(screen.getByLabelText(label).getAttribute('aria-invalid')).toBe('true');
  expect(toasts()).toEqual([[`Ungültige ${label}`, `Bitte geben Sie eine gültige ${label} ein.`]]);
  expect(written()).toEqual([]);
});
