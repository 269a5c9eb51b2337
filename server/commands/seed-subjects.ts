import type { SubjectOf } from '#db/demo/mails';
import { type MailKind, mails } from '#emails/registry';
import { mailSubject } from '#emails/render';

/** Subjects of the demo data's mails, from the templates that the product sends. */
export const seedSubjectOf: SubjectOf = (kind: MailKind, about) => subjectOf(kind, about);

function subjectOf<Kind extends MailKind>(kind: Kind, { id, tariff }: Parameters<SubjectOf>[1]): string {
  return mailSubject(kind, { ...mails[kind].preview, applicationId: id, requestId: id, tariff });
}
