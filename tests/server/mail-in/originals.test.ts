/** What of an answer is new, whatever the language of the mail program: our own text is known. */
import { expect, test } from 'bun:test';
import { completion } from '#emails/applications.tsx';
import { caseMessages } from '#emails/cases.tsx';
import { exampleSite, renderMail } from '#emails/render.tsx';
import { oursOf, withoutQuotes } from '#server/mail-in/quotes';
import { contentOf, message } from './reading';

const { operator } = exampleSite;
const { brand } = operator;
const ours = oursOf({ ...operator, mail: { ...operator.mail, from: 'antrag@müller-pferde.example' } });
const own = 'Guten Tag,\n\nja, er ist kerngesund.\n\nViele Grüße\nJohanna Sommer';
const us = `${brand.name} <antrag@müller-pferde.example>`;
const ascii = `${brand.name} <Antrag@xn--mller-pferde-dlb.example>`;
const you = 'johanna.sommer@mail.example';

/** As programs write their header: who wrote it, when, to whom, about what. */
const headers: [language: string, header: string][] = [
  ['Polish', `Od: ${us}\nWysłano: środa, 25 listopada 2026 10:00\nDo: ${you}\nTemat: Eine Frage`],
  ['French', `De : ${us}\nEnvoyé : mercredi 25 novembre 2026 10:00\nÀ : ${you}\nObjet : Eine Frage`],
  ['Italian', `Da: ${us}\nInviato: mercoledì 25 novembre 2026 10:00\nA: ${you}\nOggetto: Eine Frage`],
  ['Spanish', `De: ${ascii}\nEnviado el: miércoles, 25 de noviembre de 2026 10:00\nPara: ${you}\nAsunto: x`],
  ['Dutch', `Van: ${us}\nVerzonden: woensdag 25 november 2026 10:00\nAan: ${you}\nOnderwerp: x`],
  ['Danish', `Fra: ${us}\nSendt: 25. november 2026 10:00\nTil: ${you}\nEmne: x`],
  ['Czech', `Od: ${us}\nOdesláno: středa 25. listopadu 2026 10:00\nKomu: ${you}\nPředmět: x`],
  ['Hungarian', `Feladó: ${us}\nElküldve: 2026. november 25., szerda 10:00\nCímzett: ${you}\nTárgy: x`],
  ['Turkish', `Kimden: ${us}\nGönderildi: 25 Kasım 2026 10:00\nKime: ${you}\nKonu: x`],
  ['Russian', `От: ${us}\nОтправлено: 25 ноября 2026 г. 10:00\nКому: ${you}\nТема: x`],
  ['Chinese', `发件人：${us}\n发送时间：2026年11月25日 10:00\n收件人：${you}\n主题：x`],
  ['bold', `*Od:* ${us}\n*Wysłano:* środa, 25 listopada 2026 10:00\n*Do:* ${you}\n*Temat:* x`],
  ['without an address', `Od: ${brand.name}\nWysłano: 25 listopada 2026 10:00\nDo: Johanna\nTemat: x`],
  ['below a line', `${'_'.repeat(32)}\nOd: ${us}\nWysłano: 25.11.2026 10:00\nDo: ${you}\nTemat: x`],
];
const lines: [language: string, line: string][] = [
  ['Dutch', `Op wo 25 nov. 2026 om 10:00 schreef ${us}:`],
  ['Dutch, in two', `Op wo 25 nov. 2026 om 10:00 schreef ${brand.name}\n<antrag@müller-pferde.example>:`],
  ['Turkish', `${us}, 25 Kas 2026 Çar, 10:00 tarihinde şunu yazdı:`],
  ['Polish', `śr., 25 lis 2026 o 10:00 ${ascii} napisał(a):`],
  ['a short one', '25. Nov. 2026, 10:00 von antrag@müller-pferde.example:'],
  ['of Outlook on a telephone', `25.11.2026 10:00:00 ${us}:`],
  ['Swedish', `Den ons 25 nov. 2026 kl 10:00 skrev ${us}:`],
  ['Portuguese', `Em qua., 25 de nov. de 2026 às 10:00, ${us} escreveu:`],
  ['Hebrew', `‫בתאריך יום ד׳, 25 בנוב׳ 2026 ב-10:00 מאת ‪${us}‬‏:`],
  ['a divider', '----- Ursprüngliche Mail -----'],
  ['a divider in Dutch', '-------- Oorspronkelijk bericht --------'],
  ['nothing', ''],
];
const originals = [
  ['a question', renderMail(caseMessages.inquiry, caseMessages.inquiry.example).text],
  ['a confirmation', renderMail(completion, completion.example).text],
] as const;
const marked = (text: string) => text.replace(/^/gm, '> ');

const above = (rows: typeof headers) =>
  rows.flatMap(([language, row]) => originals.map((one) => [language, ...one, row] as const));

test.each(above(headers))('%s header above %s', (_, __, original, header) => {
  expect(withoutQuotes(`${own}\n\n${header}\n\n${original}`, ours)).toBe(own);
  // also where nothing of ours follows
  expect(withoutQuotes(`${own}\n\n${header}\n\nIst das Pferd gesund?`, ours)).toBe(own);
});

test.each(above(lines))('%s line above %s', (_, __, original, line) => {
  expect(withoutQuotes(`${own}\n\n${line}\n\n${original}`, ours)).toBe(own);
});

const withAddress = lines.filter(([, line]) => line.endsWith(':') && line.includes('@'));
test.each(withAddress)('%s line above marks', (_, line) => {
  const question = marked('Ist das Pferd gesund?\nBitte antworten Sie.');
  expect(withoutQuotes(`${line}\n${question}\n\n${own}`, ours)).toBe(own);
});

// Thunderbird begins below what it quotes
test.each(originals)('an answer below and amid marks at %s', (_, original) => {
  const [begin = '', ...rest] = marked(original).split(/(?=\n> Guten Tag)/);
  for (const line of [`Am 20.11.26 um 10:00 schrieb ${us}:`, `20.11.26, 10:00, schrieb\n${us}:`, '']) {
    expect(withoutQuotes(`${line}\n${marked(original)}\n\n${own}`, ours)).toBe(own);
    expect(withoutQuotes(`${line}\n${begin}\n\nVorab.\n${rest.join('')}\n\n${own}`, ours)).toBe(
      `Vorab.\n\n${own}`,
    );
  }
  expect(withoutQuotes(`${marked(original)}\n\n${own}\n${ours.beneath[1]} kenne ich.`, ours)).toContain(own);
});

// where both have no marks, nobody can tell which is whose
test.each<[what: string, kind: string, below: string, file?: string]>([
  ['an answer', 'unreadable', 'Ja, gern.'],
  ['nothing', 'answer', '> Ja?\n--'],
  ['a word about a file', 'answer', 'Anbei.', '\n--b\nContent-Type: image/jpeg; name=a.jpg\n\nx'],
])('below our whole mail and above nothing, %s: %s', async (_, kind, below, file = '') => {
  const header = 'Von: Sattelfest <post@sattelfest.example>\nGesendet: 20. November 2026 10:00\nBetreff: x';
  for (const [, original] of originals) {
    const text = `Content-Type: text/plain; charset=utf-8\n\n${header}\n\n${original}\n\n${below}`;
    const raw = message('multipart/mixed; boundary=b', `--b\n${text}${file}\n--b--`);
    expect(await contentOf(raw)).toMatchObject({ kind });
  }
});

test.each([
  'Mein Pferd heißt so wie Sie:\nSattelfest.',
  `Hallo ${brand.name},\n\nja.\n\nGruß`,
  `${brand.name}\n\nja.`,
  'Name: Fjölnir\nRasse: Isländer\nAlter: 8\nVersicherung: bisher keine',
  `Name: Fjölnir\nRasse: Isländer\nVersicherung: ${brand.name}\nBeginn: 01.01.2027`,
  'Termin: 10:00 Uhr\nOrt: Stall',
  'Der Tierarzt sagt:\nalles gut.\n\n--- Wichtig ---\n\nBitte rückrufen.',
  'Im Befund steht: Kolik: nein, Operation: nein, Hufrehe: nein.',
])('what a person writes stays (%#)', (text) => {
  expect(withoutQuotes(text, ours)).toBe(text);
});
