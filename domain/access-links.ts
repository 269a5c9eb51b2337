/** What opens one application without a sign-in: links in mails, and the cookie of its author. */
import type { ContactData } from './steps/contact';
import type { HorseData } from './steps/horse';
import type { PolicyholderInfo } from './steps/policyholder';
import type { PricedSelection } from './tariffs/premium';

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

/** Whose values a new application begins with: another one of the same person, a call with staff, or an offer. */
export type PrefillSource = 'application' | 'preparation' | 'offer';

type Given<Values, Names extends keyof Values = never> = Partial<Omit<Values, Names>>;

/** `GET /api/applications/{id}/prefill`: never consents, declarations or bank data. */
export type Prefill = {
  contactData?: Given<ContactData, 'dataProcessingConsent' | 'reminderConsent'>;
  policyholderInfo?: Given<PolicyholderInfo>;
  horse?: Given<HorseData, 'requirementsConsent'>;
  tariff?: PricedSelection;
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

type Person = Omit<ContactData, 'dataProcessingConsent' | 'reminderConsent'>;

export const linkSentTitle = 'Ihr Link ist unterwegs';
export const linkSentSentence =
  'Wenn zu diesem Antrag eine E-Mail-Adresse gespeichert ist, haben wir dorthin gerade einen Link geschickt. Er kommt in wenigen Minuten an.';
