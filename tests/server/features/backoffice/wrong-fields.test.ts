/** What no call of the backoffice takes: each wrong field is refused at its path, and nothing is stored. */
import { beforeAll, describe, expect, test } from 'bun:test';
import { longestMessage } from '#domain/cases/messages';
import { api, href } from '#domain/urls';
import { sendJson } from '#tests/server/features/callbacks/callback-wish';
import { completed, declare } from '#tests/server/features/withdrawals/declaration';
import { filled } from '#tests/support/applications';
import { johanna, matthias, sentence } from '#tests/support/people';
import { contentsOf } from './contents';
import { caseIn, deskOf as returnsOf } from './insurer/desk';
import { deskOf as handoversOf, ready } from './insurer/handovers/desk';
import { dictated } from './preparations/call';
import { setOffice } from './staff';
import { callsOf } from './tariffs/calls';

const office = setOffice();
const { app } = office;
const id: string = crypto.randomUUID();
const iban = johanna['sepa-mandate'].iban;
const message = { id: crypto.randomUUID(), subject: 'Eine Frage', body: 'Ist {pferd} gesund?' };
const long = (length: number) => 'x'.repeat(length);
const idOf = async (response: Promise<Response>): Promise<string> => (await (await response).json()).id;

type Fields = Record<string, unknown>;
/** A value that is wrong beside others, or the whole body. */
const beside = (fields: Fields) => (right: Fields) => ({ ...right, ...fields });
const instead = (body: unknown) => () => body;

type Call = {
  call: string;
  /** What the call is about. */
  about?: () => Promise<string>;
  right: Fields;
  /** By the paths that are refused. */
  wrong: Record<string, unknown[]>;
};

const begun = async (person = johanna) => {
  const visitor = await filled(app, person);
  return visitor.id;
};

const calls: Record<string, Call> = {
  advice: {
    call: `POST ${api.advice}`,
    about: () => completed(app),
    right: { id, wishes: 'Das Pferd geht ins Gelände.', advice: 'Top' },
    wrong: {
      id: [undefined, 'x'],
      wishes: [undefined, ' \r\n ', 'a\0b', '\ud83d'],
      advice: ['', long(2_001), 7],
    },
  },
  'a call': {
    call: `POST ${api.calls}`,
    about: () => idOf(sendJson(app)),
    right: { id, outcome: 'reached' },
    wrong: {
      outcome: [undefined, 'verwählt'],
      nextCallAt: [beside({ outcome: 'appointment' })],
      note: [long(1_001)],
      done: ['ja'],
    },
  },
  'a change of a case': {
    call: `PATCH ${api.case}`,
    about: () => ready(app),
    right: { version: 1 },
    wrong: {
      version: [undefined, 0, '1', 1.5],
      status: ['lost'],
      reason: [undefined, long(501), '  '].map((reason) => beside({ status: 'declined', reason })),
      assigneeId: ['lukas', id],
      followUpOn: [
        ...['2026-11-19', '2026-02-30'],
        beside({ status: 'declined', reason: 'x', followUpOn: '2026-12-01' }),
      ],
      policyNumber: [long(51), '#NV', 'folgt', 'VS-000', '0', '-', ' ０ ', 'Ⅻ'],
      message: [
        ...[undefined, null].map((none) => beside({ status: 'inquiry', message: none })),
        ...[{ status: 'in_review' }, { status: 'withdrawn', reason: 'x' }, { followUpOn: '2026-12-24' }].map(
          (change) => beside({ ...change, message }),
        ),
        message,
      ],
      'message.id message.subject message.body': [
        ...['Hallo', [], 7].map((none) => beside({ status: 'inquiry', message: none })),
      ],
    },
  },
  'a change of a contract': {
    call: `PATCH ${api.case}`,
    about: () => caseIn(app, 'issued'),
    right: { version: 1 },
    wrong: { followUpOn: ['2026-12-01'] },
  },
  'a message': {
    call: `PATCH ${api.case}`,
    about: () => ready(app),
    right: { version: 1, status: 'inquiry', message },
    wrong: {
      'message.id': ['keine'],
      'message.subject': ['', long(longestMessage.subject + 1), 'Zwei\nZeilen', 'Zu {pfred}', iban],
      'message.body': [' \r\n ', long(longestMessage.body + 1), 'Hallo {vorname}', `Konto ${iban}`, 7],
    },
  },
  'a preview': {
    call: `POST ${api.casePreview}`,
    about: () => ready(app),
    right: { status: 'issued', subject: 'Betreff', body: 'Text' },
    wrong: { status: ['in_review'], subject: ['{x}'], body: [iban, long(longestMessage.body + 1)] },
  },
  'a note': {
    call: `POST ${api.caseNotes}`,
    about: () => ready(app),
    right: { id, text: 'Ruft morgen an.' },
    wrong: { id: [undefined, '1'], text: [undefined, '  ', long(2_001), 'a\0b'] },
  },
  'the next case': {
    call: `POST ${api.nextCase}`,
    right: {},
    wrong: { skip: ['x', ['x'], Array(1_001).fill(id)], body: [instead(['x']), instead('x')] },
  },
  'a change of many cases': {
    call: `POST ${api.bulkCases}`,
    right: { cases: [{ id, version: 1 }], assigneeId: null },
    wrong: {
      cases: [undefined, [], Array(201).fill({ id, version: 1 }), [{ id: 'x', version: 1 }], [{ id }]],
      assigneeId: [id, 'lukas'],
      followUpOn: [beside({ assigneeId: undefined, followUpOn: '2026-11-19' })],
      'assigneeId followUpOn': [
        beside({ assigneeId: undefined }),
        beside({ assigneeId: null, followUpOn: '2026-12-01' }),
      ],
    },
  },
  'a hand-over': {
    call: `POST ${api.handovers}`,
    right: { id, applicationIds: [id], format: 'csv' },
    wrong: {
      id: [undefined, '1'],
      applicationIds: [undefined, [], id, ['1'], Array.from({ length: 201 }, () => crypto.randomUUID())],
      format: [undefined, 'pdf'],
    },
  },
  'a confirmation of a hand-over': {
    call: `POST ${api.confirmHandover}`,
    about: async () => (await handoversOf(office).made([await ready(app)])).id,
    right: { transmittedOn: '2026-11-20' },
    wrong: { transmittedOn: [undefined, null, '2026-11-21', '2026-02-30', '2026-11-20T09:00:00Z'] },
  },
  'meanings of columns': {
    call: `POST ${api.matchReturn}`,
    about: uploaded,
    right: { mapping: { reference: 'Antrag' } },
    wrong: {
      'mapping.reference': ['', undefined, beside({ mapping: 'Antrag' })],
      'mapping.date': [5],
      'mapping.reference mapping.status': [beside({ mapping: { reference: 'Nix', status: 'Auch nicht' } })],
    },
  },
  'lines of a file': {
    call: `POST ${api.applyReturn}`,
    about: uploaded,
    right: { lines: [2], notify: false },
    wrong: {
      lines: [[], [0], ['2'], Array(2_001).fill(2)],
      notify: ['ja'],
      id: ['', '1', 5, long(36)],
    },
  },
  'an offer': {
    call: `POST ${api.staffOffers}`,
    right: {
      ...{ id, email: 'jo@mail.example', tariffType: 'premium', selfParticipation: 0 },
      ...{ paymentFrequency: 'annual', horseBirthYear: 2018, insuranceStartDate: '2026-12-01' },
    },
    wrong: {
      id: ['x'],
      email: ['johanna'],
      tariffType: [null],
      selfParticipation: [1],
      paymentFrequency: [undefined],
      horseBirthYear: [1900],
      insuranceStartDate: ['2028-01-01'],
    },
  },
  'a preparation': {
    call: `POST ${api.preparations}`,
    right: { id, ...dictated },
    wrong: {
      id: ['mine'],
      callbackId: ['theirs'],
      'contact.email': ['jo'],
      'contact.lastName': [' '],
      'horse.birthDate': ['2026-11-21'],
      'horse.insuranceStartDate': ['2026-11-19'],
      'tariff.selfParticipation': [300],
      'policyholder.zipCode': ['12'],
      'policyholder.birthDate': ['2015-01-01'],
    },
  },
  'an assignment of a withdrawal': {
    call: `POST ${api.assignWithdrawal}`,
    about: withdrawn,
    right: { applicationId: null },
    wrong: { applicationId: [undefined, '5b0c6d8e'] },
  },
  'the closing of a withdrawal': {
    call: `POST ${api.closeWithdrawal}`,
    about: withdrawn,
    right: { outcome: 'late' },
    wrong: { outcome: [undefined, 'maybe'], note: [long(501)] },
  },
  'the closing of several withdrawals': {
    call: `POST ${api.closeWithdrawals}`,
    right: { ids: [id], outcome: 'late' },
    wrong: {
      ids: [[], Array.from({ length: 201 }, () => crypto.randomUUID()), ['1']],
      outcome: [undefined, 'maybe'],
    },
  },
  'the deletion of many applications': {
    call: `POST ${api.bulkDelete}`,
    right: { applicationIds: [id] },
    wrong: {
      applicationIds: [undefined, 'all', null, {}, [1, 2], ['*'], [id, "' OR 1=1 --"], [[id]]],
    },
  },
  'a reminder': {
    call: `POST ${api.resendReminder}`,
    about: () => begun(matthias),
    right: { type: 'first' },
    wrong: { type: [undefined, '', 'third', 'FIRST', 1, ['first']] },
  },
  'a change of the own account': {
    call: `PATCH ${api.currentUser}`,
    right: { awayUntil: null },
    wrong: { awayUntil: ['2026-02-30', '', 20_261_201], digest: ['ja', 0], body: [instead([])] },
  },
  'a search for proofs': {
    call: `POST ${api.searchEvidence}`,
    right: { email: 'jo@mail.example' },
    wrong: { email: ['keine'] },
  },
  'a draft of tariffs': {
    call: `POST ${api.tariffVersions}`,
    right: {},
    wrong: { validFrom: ['bald'], body: [instead(['x']), instead('x'), instead(5)] },
  },
  'a release of tariffs': {
    call: `POST ${api.releaseTariffs}`,
    about: async () => (await callsOf(office.antje).draft()).id,
    right: {},
    wrong: { confirm: ['yes'], version: [0], body: [instead(['x']), instead('x'), instead(5)] },
  },
};

async function uploaded(): Promise<string> {
  return (await returnsOf(office).matched([[crypto.randomUUID(), 'VS-1']])).id;
}

async function withdrawn(): Promise<string> {
  return await idOf(declare(app, { contract: crypto.randomUUID() }));
}

function changed(right: Fields, path: string, value: unknown): unknown {
  if (typeof value === 'function') return value(right);
  const [field = '', inner] = path.split('.');
  return { ...right, [field]: inner ? { ...(right[field] as Fields), [inner]: value } : value };
}

describe.each(Object.entries(calls))('%s', (_, { call, about, right, wrong }) => {
  let path = '';
  const ask = (body: unknown) => office.antje.ask(call.split(' ')[0] ?? '', path, body);
  beforeAll(async () => {
    const { pathname } = new URL(call.split(' ')[1] ?? '', 'http://localhost');
    path = about ? href(pathname as typeof api.case, { id: await about() }) : pathname;
  });

  const rows = Object.entries(wrong).flatMap(([paths, values]) =>
    values.map((value) => {
      const body = changed(right, paths, value);
      return [paths, JSON.stringify(body).slice(0, 80), body] as const;
    }),
  );
  test.each(rows)('is refused at %s: %s', async (paths, _, sent) => {
    const before = await contentsOf(app);
    const { status, body } = await ask(sent);
    const errors = paths.split(' ').map((one) => ({ path: one, message: sentence }));
    expect({ status, body }).toEqual({ status: 422, body: { message: sentence, errors } });
    expect(await contentsOf(app)).toEqual(before);
  });

  test('is taken as it should be', async () => {
    expect((await ask(right)).status).toBeLessThan(300);
  });
});
