/** The bank of an IBAN, found while the visitor is somewhere in the form: what he wrote stays as he wrote it. */
import { expect, test } from 'bun:test';
import { setKeys } from '#domain/steps/all';
import { api, href } from '#domain/urls';
import { setDocument } from '#tests/support/dom';
import { openWizard } from './wizard-screen';

const stage = setDocument();
const commerzbank = { iban: 'DE89 3704 0044 0532 0130 00', code: '37040044', bic: 'COBADEFFXXX' };
const postbank = { iban: 'DE48 1001 0010 0000 1383 01', code: '10010010', bic: 'PBNKDEFFXXX' };

/** Step 5 with nothing in it but the account holder. */
async function openMandate(given?: Parameters<typeof openWizard>[2]) {
  const wizard = await openWizard(stage, 5, given);
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

test('a bank found while the visitor types its BIC leaves both fields as they are meant', async () => {
  const { enter, hold, settled, shown, type } = await openMandate();
  const found = hold(href(api.bank, { bankCode: commerzbank.code }));
  await type('IBAN', commerzbank.iban);
  await enter('BIC');
  found();
  await settled();
  expect(shown()).toEqual(['', 'Commerzbank']);
  await type('BIC', 'COBADEFF370');
  await enter('IBAN');
  expect(shown()).toEqual(['COBADEFF370', 'Commerzbank']);
});

test('a field that the visitor leaves as empty as he found it is filled then', async () => {
  const { enter, hold, settled, shown, type } = await openMandate();
  const found = hold(href(api.bank, { bankCode: commerzbank.code }));
  await type('IBAN', commerzbank.iban);
  await enter('BIC');
  found();
  await settled();
  await enter('Name der Bank');
  expect(shown()).toEqual(['COBADEFFXXX', 'Commerzbank']);
});

test('a window that is left and entered again keeps the field that the visitor is in', async () => {
  const { enter, hold, screen, settled, shown, type } = await openMandate();
  const found = hold(href(api.bank, { bankCode: commerzbank.code }));
  await type('IBAN', commerzbank.iban);
  await enter('BIC');
  found();
  await settled();
  // the window loses the focus, the field is still the document's active element
  const { act, fireEvent } = stage.library;
  await act(async () => fireEvent.blur(screen.getByLabelText('BIC')));
  expect(shown()).toEqual(['', 'Commerzbank']);
});

test('what was typed before the bank is found stays, through any number of other IBANs', async () => {
  const { enter, hold, settled, shown, type } = await openMandate();
  const found = hold(href(api.bank, { bankCode: commerzbank.code }));
  await type('IBAN', commerzbank.iban);
  // the very name that will be found: typed is typed
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

test('what was found goes with the IBAN it was found for, what was changed since stays', async () => {
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

test('a field that the visitor emptied stays so until there is another IBAN', async () => {
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

test('answers that overtake each other leave the bank of the IBAN that stands there', async () => {
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

test("of a stored mandate, what is the bank's own goes with its IBAN, what was written otherwise stays", async () => {
  // her bank is no Commerzbank alone, but the Commerzbank Köln
  const { settled, shown, type } = await openMandate({ sets: setKeys });
  await settled();
  await type('IBAN', postbank.iban);
  await settled();
  expect(shown()).toEqual([postbank.bic, 'Commerzbank']);
});
