/** Random bodies, made from the schemas of the API, from any JSON, and from both. */
import fc from 'fast-check';
import type { TObject } from 'typebox';
import { sepaIbans } from '#tests/support/people';

type Field = { enum?: unknown[]; type?: string; maxLength?: number };
type Body = Record<string, unknown>;

/** Fields that an attacker might add in the hope that they are stored. */
const smuggled = {
  ...{ id: crypto.randomUUID(), applicationId: crypto.randomUUID(), createdAt: '1999-01-01T00:00:00.000Z' },
  ...{ completed: true, processed: true, secondFactor: true, completedAt: 1, currentStep: 6 },
  ...{ monthlyPremium: 0.01, annualPremium: 0, monthlyCents: 1, mandateReference: 'SF-1' },
  ...{ role: 'admin', passwordHash: 'x', authorHash: 'x', source: 'smuggled' },
};

const nasty = [
  '',
  ' ',
  '\u00a0\ufeff',
  '\u0000',
  'a\u0000b',
  '\u001b[31m',
  '\u2028',
  '\ud800',
  '\ufffe',
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "'; DROP TABLE users; --",
  '{{7*7}}#{7*7}<%=7*7%>',
  '%00%0d%0aBcc: a@b.example',
  '../../../etc/passwd',
  'a'.repeat(99),
  'ß'.repeat(100),
  '🐴'.repeat(51),
  'x'.repeat(5000),
  'null',
  '-0',
  'NaN',
  '__proto__',
];

const blanks = fc.constantFrom('', '', '', ' ', '\u00a0', '\t', ' \n ', '\ufeff');
const padded = (text: fc.Arbitrary<string>) => fc.tuple(blanks, text, blanks).map((parts) => parts.join(''));

function anyText(maxLength = 60): fc.Arbitrary<string> {
  const units = ['grapheme', 'grapheme-ascii', 'binary', 'binary-ascii'] as const;
  const lengths = [12, maxLength, maxLength + 1];
  const texts = units.flatMap((unit) =>
    lengths.map((most) =>
      fc.string({ unit, minLength: most > 12 ? Math.min(most, 30) : 1, maxLength: most }),
    ),
  );
  return padded(fc.oneof(...texts, fc.constantFrom(...nasty)));
}

const dayFrom = (min: string, max: string) =>
  fc
    .date({ min: new Date(min), max: new Date(max), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10));
const day = dayFrom('1890-01-01', '2035-01-01');
const past = dayFrom('1970-01-01', '2008-01-01');
const recent = fc.constantFrom(
  ...'2026-11-20 2026-11-21 2026-12-24 2027-11-20 2027-02-29 2026-11-19'.split(' '),
);
const spaced = (text: string) =>
  fc
    .array(fc.constantFrom('', '', ' ', '\u00a0'), { minLength: text.length, maxLength: text.length })
    .map((gaps) => Array.from(text, (letter, at) => letter + gaps[at]).join(''));

/** Texts with a special format, by the name of their field. */
const formed: Record<string, fc.Arbitrary<unknown>> = {
  insuranceStartDate: fc.oneof(recent, recent, day),
  birthDate: fc.oneof(past, past, day, fc.constant('2018-05-11')),
  email: padded(fc.oneof(fc.emailAddress(), fc.constant('johanna@mail.example'))),
  iban: fc
    .tuple(fc.constantFrom(...sepaIbans), fc.boolean())
    .chain(([iban, small]) => spaced(small ? iban.toLowerCase() : iban)),
  bic: fc.stringMatching(/^[A-Za-z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$/).chain(spaced),
  zipCode: padded(fc.stringMatching(/^[0-9A-Z ]{5,10}$/)),
  phone: padded(fc.stringMatching(/^[+0-9()/ -]{3,30}$/)),
};

const wild = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  anyText(),
  fc.integer(),
  fc.double(),
  fc.constantFrom(null, true, false, [], {}, [[]], { toString: 1 }, 1e308, -0),
);

function arbitraryOf(name: string, field: Field): fc.Arbitrary<unknown> {
  if (name === 'applicationIds') return fc.array(fc.uuid(), { maxLength: 5 });
  if (field.enum) return fc.constantFrom(...field.enum);
  if (field.type === 'boolean') return fc.constant(true);
  const own = formed[name];
  const text = anyText(field.maxLength ?? 100);
  return own ? fc.oneof({ weight: 4, arbitrary: own }, { weight: 1, arbitrary: text }) : text;
}

/** An object with the fields of a schema: mostly valid, some wild, some missing, some unknown. */
function nearly(schema: TObject): fc.Arbitrary<Body> {
  const fields = Object.entries(schema.properties).map(([name, field]) => {
    const good = arbitraryOf(name, field as Field);
    const any = fc.oneof({ weight: 30, arbitrary: good }, { weight: 1, arbitrary: wild });
    return fc
      .option(any, { nil: undefined, freq: 40 })
      .map((value): [string, unknown][] => (value === undefined ? [] : [[name, value]]));
  });
  const more = fc.oneof(
    fc.constant({}),
    fc.constant(smuggled),
    fc.dictionary(fc.string({ maxLength: 8 }), fc.jsonValue({ maxDepth: 1 }), { maxKeys: 3 }),
  );
  return fc
    .tuple(fc.tuple(...fields), more)
    .map(([entries, extra]) => ({ ...extra, ...Object.fromEntries(entries.flat()) }));
}

/** The text of a body: nearly valid, any JSON, the fields of the schema with any JSON, or no JSON. */
export function bodies(schema: TObject): fc.Arbitrary<string> {
  const names = Object.keys(schema.properties);
  const named = fc.dictionary(fc.constantFrom(...names), wild, { maxKeys: names.length + 1 });
  return fc.oneof(
    { weight: 8, arbitrary: nearly(schema).map((body) => JSON.stringify(body)) },
    { weight: 1, arbitrary: named.map((body) => JSON.stringify(body)) },
    { weight: 1, arbitrary: fc.json({ maxDepth: 4 }) },
    { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
  );
}
