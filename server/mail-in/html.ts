import { compile } from 'html-to-text';

/** What people write is shorter, with what it quotes of our mail. */
const longestHtml = 50_000;

const skipped = { format: 'skip' };
const toText = compile({
  wordwrap: false,
  limits: { maxDepth: 25, ellipsis: '' },
  selectors: [
    { selector: 'a', options: { ignoreHref: true } },
    ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({ selector, options: { uppercase: false } })),
    ...['img', 'style', 'script', 'title'].map((selector) => ({ selector, ...skipped })),
    // GMX and WEB.DE mark what they quote by nothing else
    { selector: 'div[name=quote]', ...skipped },
  ],
});

/** As text; a quotation has `>` at its lines. Empty for what cannot be read. */
export function htmlText(html: string): string {
  try {
    return toText(html.slice(Math.max(0, html.search(/<body[\s>]/i))).slice(0, longestHtml));
  } catch {
    return '';
  }
}
