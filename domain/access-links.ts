/** What opens something without a sign-in: links in mails, and the cookie of an application's author. */
import { dayMs, minuteMs } from './time';

/**
 * Every kind of link in a mail: how long it opens something from the mail on, unless what it opens ends earlier, and what
 * helps whoever has one that opens nothing.
 */
export const linkKinds = {
  resume: {
    days: 14,
    help: 'Haben Sie Ihren Antrag in diesem Browser begonnen, geht es dort ohne Link weiter. Haben wir ihn am Telefon für Sie vorbereitet, schicken wir Ihnen die Einladung gern noch einmal.',
    next: { label: 'Antrag beginnen', page: 'calculator' },
  },
  status: {
    days: 180,
    help: 'Der neueste Link zum Stand Ihres Antrags steht in unserer letzten E-Mail dazu.',
    next: null,
  },
  stop: {
    days: 180,
    help: 'Möchten Sie keine Erinnerungen mehr, genügt uns ein Anruf oder eine E-Mail. Löschen können Sie Ihre Daten selbst.',
    next: { label: 'Meine Daten', page: 'ownData' },
  },
  confirm: {
    days: 30,
    help: 'Haben Sie den Antrag noch nicht bestätigt, schicken wir Ihnen den Link gern noch einmal.',
    next: null,
  },
  offer: {
    days: 180,
    help: 'Ein Angebot, das abgelaufen oder gelöscht ist, öffnet sich nicht mehr. Ein neues bekommen Sie jederzeit.',
    next: { label: 'Neues Angebot anfordern', page: 'offer' },
  },
  calls: {
    days: 180,
    help: 'Ist Ihre Rückrufanfrage schon gelöscht, rufen wir dazu auch nicht mehr an. Sonst genügt uns ein Anruf oder eine E-Mail.',
    next: { label: 'Meine Daten', page: 'ownData' },
  },
  privacy: {
    minutes: 60,
    help: 'Den Link zu Ihren Daten bekommen Sie jederzeit neu.',
    next: { label: 'Neuen Link anfordern', page: 'ownData' },
  },
  /** To the confirmation that a withdrawal was received; its token is with the withdrawal. */
  withdrawal: {
    days: 30,
    help: 'Haben Sie widerrufen, gilt Ihr Widerruf weiter. Was Sie erklärt haben, steht auch in unserer E-Mail dazu.',
    next: { label: 'Vertrag widerrufen', page: 'withdrawal' },
  },
} as const;

export type AnyLinkKind = keyof typeof linkKinds;
export type LinkKind = Exclude<AnyLinkKind, 'withdrawal'>;

/** After so many days no link of an application is left. */
export const longestLinkDays = linkKinds.status.days;

export function linkMs(kind: AnyLinkKind): number {
  const rule = linkKinds[kind];
  return 'days' in rule ? rule.days * dayMs : rule.minutes * minuteMs;
}

export function linkPeriod(kind: AnyLinkKind): string {
  const rule = linkKinds[kind];
  return 'days' in rule ? `${rule.days} Tage` : `${rule.minutes} Minuten`;
}

/** Above each step, in a browser that opened a link to an application that it did not begin. `email`: masked. */
export const belongingSentence = (email: string) => `Dieser Antrag gehört zu ${email}.`;

export const authorCookieDays = 90;

/** The heading of the page for a link that is unknown, expired or of another kind: all look alike. */
export const invalidLinkTitle = 'Dieser Link ist nicht mehr gültig.';

/** Said to the browser that began the application, about a link of the last minutes. */
export const linkSentTo = (maskedAddress: string) =>
  `Wir haben gerade einen Link an ${maskedAddress} geschickt. Er kommt in wenigen Minuten an.`;

export const linksEndedTitle = 'Die Links sind ungültig';
export const linksEndedSentence =
  'Die Links aus unseren bisherigen E-Mails öffnen Ihren Antrag nicht mehr. Einen neuen Link finden Sie in unserer nächsten E-Mail zu Ihrem Antrag.';

/** In place of a token, where a link is shown and must not open anything. */
export const previewToken = 'vorschau';

export const linkSentTitle = 'Ihr Link ist unterwegs';
export const linkSentSentence =
  'Wenn zu diesem Antrag eine E-Mail-Adresse gespeichert ist, haben wir dorthin gerade einen Link geschickt. Er kommt in wenigen Minuten an.';
