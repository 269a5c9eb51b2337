/** What opens one application without a sign-in: links in mails, and the cookie of its author. */

/** Days from the mail on, of each kind of link. What it opens may end earlier. */
export const linkDays = { resume: 14, status: 180, stop: 180, confirm: 30, offer: 180 } as const;
/** After so many days no link of an application is left. */
export const longestLinkDays = linkDays.status;
/** How long a browser keeps the cookie that marks it as an application's author. */
export const authorCookieDays = 90;
export type LinkKind = keyof typeof linkDays | 'privacy';

/** The heading of the page for a link that is unknown, expired or of another kind: all look alike. */
export const invalidLinkTitle = 'Dieser Link ist nicht mehr gültig.';

export const linksEndedTitle = 'Die Links sind ungültig';
export const linksEndedSentence =
  'Die Links aus unseren bisherigen E-Mails öffnen Ihren Antrag nicht mehr. Einen neuen Link finden Sie in unserer nächsten E-Mail zu Ihrem Antrag.';

/** In place of a token, where a link is shown and must not open anything. */
export const previewToken = 'vorschau';

export const linkSentTitle = 'Ihr Link ist unterwegs';
export const linkSentSentence =
  'Wenn zu diesem Antrag eine E-Mail-Adresse gespeichert ist, haben wir dorthin gerade einen Link geschickt. Er kommt in wenigen Minuten an.';
