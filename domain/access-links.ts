/** Links in mails that open what belongs to one application, without a sign-in. */

/** How many days each kind of link is valid. */
export const linkDays = { resume: 14, status: 180 } as const;
export type LinkKind = keyof typeof linkDays;

/** The heading of the page for a link that is unknown, expired or of another kind: all look alike. */
export const invalidLinkTitle = 'Dieser Link ist nicht mehr gültig.';

/** In place of a token, where a link is shown and must not open anything. */
export const previewToken = 'vorschau';
