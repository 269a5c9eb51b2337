/** What the mails say that lead to an application or to what is stored about a person, and to whom they go. */
import { loadApplication } from '#db/applications/find';
import type { About, OutboxMail } from '#db/mails/outbox';
import { previewToken } from '#domain/access-links';
import { missingSets } from '#domain/application';
import { berlinDay } from '#domain/dates';
import { lastDayOf } from '#domain/retention/periods';
import { isSameAddress } from '#domain/text/addresses';
import { href, pages } from '#domain/urls';
import { addressOf, commonTo, type Needs, type Reader } from './common';

/**
 * A reminder. Null also when the application was completed after it was claimed (tests/server/jobs/reminders.test.ts), or
 * has another address by now.
 */
export async function openApplication(context: Needs, reader: Reader, about: About | OutboxMail) {
  const loaded = await loadApplication(reader, null, about.applicationId ?? '');
  const contact = loaded?.sets['contact-data'];
  if (!loaded || !contact || loaded.application.completed) return null;
  const { application, sets } = loaded;
  const queued = 'recipientEmail' in about ? about : null;
  if (isForAnother(queued, contact)) return null;
  const stopToken = queued ? (await context.links.linkFor('stop', queued)).token : previewToken;
  const props = {
    ...commonTo(context),
    applicationId: application.id,
    applicant: contact,
    horseName: sets['horse-data']?.horseName ?? null,
    missing: missingSets(sets),
    consented: contact.reminderConsent === true,
    keptUntil: lastDayOf('open_applications', context.config.retention, Date.parse(application.lastUpdated)),
    stopToken,
  };
  const unsubscribe = `${context.publicUrl()}${href(pages.stopReminders, { token: stopToken })}`;
  return { props, visitor: addressOf(contact), unsubscribe };
}

/** The link to an application: to continue it, or to its status once it is completed. Null as above. */
export async function linkedApplication(context: Needs, reader: Reader, about: About | OutboxMail) {
  const loaded = await loadApplication(reader, null, about.applicationId ?? '');
  const contact = loaded?.sets['contact-data'];
  if (!loaded || !contact) return null;
  const { id, completed, prefilledFrom } = loaded.application;
  const queued = 'recipientEmail' in about ? about : null;
  if (isForAnother(queued, contact)) return null;
  const link = queued && (await context.links.linkFor(completed ? 'status' : 'resume', queued));
  const props = {
    ...commonTo(context),
    applicationId: id,
    completed,
    token: link?.token ?? previewToken,
    until: berlinDay(new Date(link?.expiresAt ?? 0)),
  };
  return { props, visitor: addressOf(contact), prefilledFrom };
}

/**
 * For the person whose part of an open application is left, with the link to it if they are its contact. Null also if the
 * other part was entered again, or theirs has another address by now.
 */
export async function partlyErased(context: Needs, reader: Reader, about: About | OutboxMail) {
  const loaded = await loadApplication(reader, null, about.applicationId ?? '');
  const { 'contact-data': contact, 'policyholder-info': policyholder } = loaded?.sets ?? {};
  const left = contact ?? policyholder;
  if (!left || (contact && policyholder)) return null;
  const queued = 'recipientEmail' in about ? about : null;
  if (isForAnother(queued, left)) return null;
  const link = queued && contact ? await context.links.linkFor('resume', queued) : null;
  const props = {
    ...commonTo(context),
    erased: contact ? ('policyholder' as const) : ('contact' as const),
    token: link?.token ?? previewToken,
    until: berlinDay(new Date(link?.expiresAt ?? 0)),
    periods: context.config.retention,
  };
  return { props, visitor: { name: '', address: left.email } };
}

function isForAnother(queued: OutboxMail | null, { email }: { email: string }): boolean {
  return queued !== null && !isSameAddress(queued.recipientEmail, email);
}

/** For the contact whose address is replaced. Queued before it is, so that it goes to the old one, whatever comes then. */
export async function replacedContact(context: Needs, reader: Reader, about: About | OutboxMail) {
  const loaded =
    'recipientEmail' in about ? null : await loadApplication(reader, null, about.applicationId ?? '');
  const address = 'recipientEmail' in about ? about.recipientEmail : loaded?.sets['contact-data']?.email;
  return address === undefined ? null : { props: commonTo(context), visitor: { name: '', address } };
}

/** The link to what is stored about an address. */
export async function privacyRequest(context: Needs, _reader: Reader, about: About | OutboxMail) {
  if (!('recipientEmail' in about)) return null;
  const { token } = await context.links.linkFor('privacy', about);
  const visitor = { name: '', address: about.recipientEmail };
  return { props: { ...commonTo(context), token }, visitor };
}
