import { expect, test } from 'bun:test';
import { hasForeignLetters } from '#domain/hints/typed';

test.each([
  ['Johanna Sommer', false],
  ['Zoë Müller-Łódź, O’Neill & Söhne', false],
  ['Jürgen Groß', false],
  ['Zoe\u0308 Nguye\u0302\u0303n', false],
  ['Hawai\u02bbi O\u02bcNeill', false],
  ['Stall 7 (Gestüt) + Co.', false],
  ['', false],
  ['王小明', true],
  ['محمد', true],
  ['Γιώργος Παπάς', true],
  ['Анна Sommer', true],
  ['𝐉𝐨𝐡𝐚𝐧𝐧𝐚', true],
  ['Erika 🐴', true],
])('%s: %p', (holder, foreign) => {
  expect(hasForeignLetters(holder)).toBe(foreign);
});
