/** Parts of a page that the browser leaves as the server sent them, so that the script needs no code for them. */
import { createContext, useContext } from 'react';

const partNames = ['header', 'footer', 'help', 'splash', 'banner', 'failure'] as const;
type PartName = (typeof partNames)[number];
export type Parts = { readonly [Name in PartName]?: string };

export const PartsContext = createContext<Parts | null>(null);

/** As the page was sent: React may render a part again where it has removed it. */
const taken: Partial<Record<PartName, string>> = {};

export function sentMarkup(part: PartName): string {
  taken[part] ??= document.querySelector(`[data-part=${part}]`)?.innerHTML ?? '';
  return taken[part];
}

/** `as`: a template is not shown. */
export function Sent({ part, as: Tag = 'div' }: { part: PartName; as?: 'div' | 'template' }) {
  const parts = useContext(PartsContext);
  return (
    <Tag
      data-part={part}
      className="contents"
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: React's own output, escaped by React
      dangerouslySetInnerHTML={{ __html: parts ? (parts[part] ?? '') : sentMarkup(part) }}
    />
  );
}
