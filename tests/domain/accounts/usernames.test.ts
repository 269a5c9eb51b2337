import { describe, expect, test } from 'bun:test';
import { isReserved, lookOf, usernameProblem } from '#domain/accounts/usernames';

test.each([
  'erika3',
  'lukas.weber',
  'Jörg Müller-Ğüneş',
  'Jürgen 2.',
  'johanna+büro@sattelfest.example',
  'o’hara_1',
  "o'hara",
  'Łukasz Đukić',
  'Işık Yıldız',
  'Nguyễn Thị Ươm',
  'Ștefan',
  'Əli',
  'ẞ-Maier',
  'АДМИН',
  'Αντιγόνη',
  '山田たろう',
  'サラー',
  '김민수',
  'علی',
  'דוד',
  'अनिता',
  'admin',
  'Admin',
  'ADMINISTRATOR',
  'Sachbearbeiter',
  'admin2',
  'admin@sattelfest.example',
  'Systemadministration',
  'system.verwaltung',
  'sattelfest-berlin',
  '007',
])('%s can be a username', (username) => {
  expect(usernameProblem(username)).toBeNull();
});

describe('what may be taken for a name of the product cannot', () => {
  test.each([
    'ꜱystem',
    'Sysᴛem',
    'Syst3m',
    '5ystem',
    '$ystem',
    'Systern',
    'Systém',
    'Syst\u0323em',
    'ѕуѕтем',
    'S-y-s-t-e-m',
    'ꜱʏꜱᴛᴇᴍ',
    'ｓｙｓｔ３ｍ',
    'Sattelfe5t',
    'nıcht angemeldet',
    'E-Mai1-Versand',
    'Betroffene Person (Konto)',
    'Betroffene Person Konto',
    'betroffene person [konto]',
    'Betroffene Person (Konto) (Konto)',
    'Betroffene Person 2',
    'System(Konto)',
    'System-Konto',
    'System neu',
    'Syst3m  (automatisch)',
  ])('%s', (username) => {
    expect(isReserved(username)).toBe(true);
    expect(usernameProblem(username)).toBe(
      'Diesen Namen verwendet das Protokoll selbst. Bitte wählen Sie einen anderen',
    );
  });

  test.each([
    'Admın',
    'ɑdmin',
    'Adm1n',
    'admİn',
    '@dmin',
    '4dmin',
    'ADMIŃ',
    'adrnin',
    'ᴀᴅᴍɪɴ',
    'Admin.',
    'ad-min',
    'ad min',
    'admin_',
  ])('%s, which looks like a role', (username) => {
    expect(usernameProblem(username)).toBe(
      'Dieser Name sieht aus wie „admin“. Bitte wählen Sie einen anderen',
    );
  });
});

test.each(['ʞim', 'ᏚᎳᎪ', 'ꓢꓬꓢ', '٣٣٣kim', 'kimⅣ٣'])(
  '%s has letters or digits of no living use',
  (username) => {
    expect(usernameProblem(username)).toBe(
      'Bitte verwenden Sie im Benutzernamen nur gebräuchliche Buchstaben und die Ziffern 0 bis 9',
    );
  },
);

// who has one goes on having it, and pages show it as text
test.each(['Kim (Vertretung)', 'kim/lee', '<b>kim</b>', 'kim🐴', 'q\u0301im'])(
  '%s is a username',
  (username) => {
    expect(usernameProblem(username)).toBe(null);
  },
);

test('blanks that only notes are set with are invisible', () => {
  expect(usernameProblem('\u{1d159}\u{1d159}kim')).toContain('unsichtbar');
});

test.each([
  ['lukas.weber', 'Iukas.weber'],
  ['lukas.weber', '1ukas.weber'],
  ['Işık', 'Işik'],
  ['jojo', 'j0j0'],
  ['werner', 'wemer'],
  ['сос', 'coc'],
  ['ANNA', 'ᴀɴɴᴀ'],
])('%s and %s look the same', (one, other) => {
  expect(lookOf(one)).toBe(lookOf(other));
});

test.each([
  ['erika3', 'erikae'],
  ['mira', 'míra'],
  ['muller', 'müller'],
  ['kim', 'kim2'],
  ['antje.brandt', 'antjebrandt'],
])('%s and %s do not', (one, other) => {
  expect(lookOf(one)).not.toBe(lookOf(other));
});
