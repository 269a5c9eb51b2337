/** What opens one application without a sign-in: links in mails, and the cookie of its author. */
import type { ContactData } from './steps/contact';
import type { PolicyholderInfo } from './steps/policyholder';

export const linkDays = { resume: 14, status: 180, stop: 180, confirm: 30 } as const;
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

/** `GET /api/applications/{id}/prefill`: never consents, horse, tariff or bank data. */
export type Prefill = {
  contactData: Omit<ContactData, 'dataProcessingConsent' | 'reminderConsent'>;
  policyholderInfo: PolicyholderInfo;
};

export function prefillOf(before: { contact: ContactData; policyholder: PolicyholderInfo }): Prefill {
  const { birthDate, street, houseNumber, zipCode, city } = before.policyholder;
  return {
    contactData: personOf(before.contact),
    policyholderInfo: { ...personOf(before.policyholder), birthDate, street, houseNumber, zipCode, city },
  };
}

function personOf({ salutation, firstName, lastName, email, phone }: Person): Person {
  return { salutation, firstName, lastName, email, phone };
}

type Person = Prefill['contactData'];

export const linkSentTitle = 'Ihr Link ist unterwegs';
export const linkSentSentence =
  'Wenn zu diesem Antrag eine E-Mail-Adresse gespeichert ist, haben wir dorthin gerade einen Link geschickt. Er kommt in wenigen Minuten an.';
