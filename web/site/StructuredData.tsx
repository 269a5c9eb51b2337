/** What search engines are told about a page (schema.org), as a data block that is never run. */
export function StructuredData({ data }: { data: unknown }) {
  // `<` is the one character that could end the block
  const json = JSON.stringify(data).replaceAll('<', '\\u003c');
  // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON of our own, made harmless above
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: json }} />;
}
