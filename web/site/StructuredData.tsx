/** Data about a page for search engines (schema.org), in a script element that is never executed. */
export function StructuredData({ data }: { data: unknown }) {
  // only `<` could end the element
  const json = JSON.stringify(data).replaceAll('<', '\\u003c');
  // biome-ignore lint/security/noDangerouslySetInnerHtml: our own JSON, escaped above
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: json }} />;
}
