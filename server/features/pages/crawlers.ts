import { pages } from '#domain/urls';

/** Those that search engines may know. */
export const indexed = [
  pages.home,
  pages.precheck,
  pages.whatIsLeft,
  pages.documents,
  pages.privacy,
  pages.imprint,
  pages.accessibility,
];
const closed = [pages.wizard, pages.calculator, pages.login, pages.backoffice, '/api/'];

export function robots(publicUrl: string): Response {
  const lines = [
    'User-agent: *',
    ...closed.map((path) => `Disallow: ${path}`),
    `Sitemap: ${publicUrl}/sitemap.xml`,
  ];
  return new Response(`${lines.join('\n')}\n`, { headers: { 'content-type': 'text/plain; charset=utf-8' } });
}

export function sitemap(publicUrl: string): Response {
  const urls = indexed.map((path) => `<url><loc>${escapeXml(publicUrl + path)}</loc></url>`);
  const xml = `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls.join('')}</urlset>\n`;
  return new Response(xml, { headers: { 'content-type': 'application/xml; charset=utf-8' } });
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
