/** The bank of an IBAN is filled in while the visitor uses the form. Entries of the visitor are never changed. */
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

test('a bank found while the visitor types the BIC fills in the name and leaves the BIC alone', async () => {
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

test('an empty field is filled in when the visitor leaves it', async () => {
  const { enter, hold, settled, shown, type } = await openMandate();
  const found = hold(href(api.bank, { bankCode: commerzbank.code }));
  await type('IBAN', commerzbank.iban);
  await enter('BIC');
  found();
  await settled();
  await enter('Name der Bank');
  expect(shown()).toEqual(['COBADEFFXXX', 'Commerzbank']);
});

test('a field that has the focus is not filled in when only the window loses the focus', async () => {
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
  const { settled, shown, type } = await openMandate({ sets: setKeys });
  await settled();
  await type('IBAN', postbank.iban);
  await settled();
  expect(shown()).toEqual([postbank.bic, 'Commerzbank']);
});
