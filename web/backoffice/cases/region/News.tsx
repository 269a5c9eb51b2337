import type { Case } from '#domain/cases/staff';
import { mailHref, phoneHref } from '#domain/links';
import { Button, linkClass } from '../../../ui/button';
import { Alert } from '../../../ui/notices';
import { Linked } from '../../table/cells';
import type { CaseFormState } from './useCaseForm';

/** What came about a case and waits for somebody of the staff, and what to do about it. */
export function News({ form: { base, change, read } }: { form: CaseFormState }) {
  return (
    <>
      {base.undeliverable ? <Returned found={base} /> : null}
      {base.replyUnread ? (
        <p className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <span className="min-w-0">Die Antwort im Verlauf ist noch nicht als gelesen markiert.</span>
          <Button look="secondary" size="small" aria-disabled={change.busy} onClick={read}>
            Gelesen
          </Button>
        </p>
      ) : null}
    </>
  );
}

function Returned({ found: { email, phone, confirmation } }: { found: Case }) {
  return (
    <Alert tone="danger" title="Unsere E-Mail kam nicht an">
      <p>
        Der Verlauf sagt, welche und warum. Bitte rufen Sie an (
        <Linked href={phoneHref(phone)}>{phone}</Linked>) oder prüfen Sie die Adresse{' '}
        {confirmation === null ? (
          <a href={mailHref(email)} className={`wrap-anywhere ${linkClass}`}>
            {email}
          </a>
        ) : (
          // it may be the policyholder's
          <>
            im Reiter <span className="whitespace-nowrap">„E-Mails“</span>
          </>
        )}
        . Automatische E-Mails gehen dorthin erst wieder, wenn Sie selbst schreiben, die E-Mail nochmals
        zustellen oder die Adresse sich ändert.
      </p>
    </Alert>
  );
}
