import { useQuery } from '@tanstack/react-query';
import { Link, useLocation } from '@tanstack/react-router';
import { useEffect, useReducer, useRef } from 'react';
import type { ApplicationDetails } from '#domain/applications/staff';
import type { Case } from '#domain/cases/staff';
import { asksConfirmation, type ConfirmationPolicy, caseStatuses } from '#domain/cases/statuses';
import { mailHref, phoneHref } from '#domain/hrefs';
import { salutationLabels } from '#domain/people';
import type { MessageResponse } from '#domain/responses';
import { api, href, pages } from '#domain/urls';
import { request } from '../../../api';
import { linkClass, SmallButton } from '../../../ui/button';
import { Alert } from '../../../ui/notices';
import { ActionButton } from '../../buttons';
import { Stored, useUnsavedQuestion } from '../../form/form';
import { currentUserQuery } from '../../session';
import { Linked } from '../../table/cells';
import { CaseBadges, NextCaseButton, UrgencyFlags, useStaffOptions } from '../desk';
import { CaseForm, type CaseFormState, useCase } from './CaseForm';
import { type Difference, differencesOf, sentOf, wantedIn } from './edits';
import { History } from './History';
import { MessageDialog } from './MessageDialog';

type Props = { found: Case; contact: ApplicationDetails['contactData']; policy: ConfirmationPolicy };

export function CaseRegion({ found, contact, policy }: Props) {
  const { applicationId: id } = found;
  const { data: user } = useQuery(currentUserQuery);
  const { next, focusNext } = useFocusNext();
  const form = useCase({ found, policy, onDone: focusNext });
  const heading = useArrival(id);
  // another tab is the same screen
  useUnsavedQuestion(form.isDirty, question, ({ current, next }) => current.pathname !== next.pathname);
  return (
    <section
      aria-labelledby="vorgang"
      className="scroll-mt-20 rounded-card border border-line bg-white shadow-card"
    >
      <header className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line px-4 py-3 sm:px-6">
        <h2 id="vorgang" ref={heading} tabIndex={-1} className="text-xl text-green-900">
          Vorgang
        </h2>
        {contact ? <p className="min-w-0 font-semibold wrap-anywhere">{shortName(contact)}</p> : null}
        <p className="flex flex-wrap gap-1">
          <CaseBadges found={{ ...form.base, withdrawalSuggested: found.withdrawalSuggested }}>
            <UrgencyFlags found={form.base} />
          </CaseBadges>
        </p>
        <span className="ml-auto">
          <NextCaseButton ref={next} shown={id} look={form.isDirty ? 'secondary' : 'primary'} />
        </span>
      </header>
      <div className="grid lg:min-h-88 lg:grid-cols-[minmax(0,1fr)_minmax(20rem,0.85fr)]">
        <div className="space-y-5 p-4 sm:p-6">
          {form.conflict ? (
            <Conflict form={form} conflict={form.conflict} onLoaded={() => heading.current?.focus()} />
          ) : null}
          {found.withdrawalSuggested ? <Suggestion /> : null}
          <News form={form} />
          <CaseForm form={form} user={user} />
          {asksConfirmation(found) ? <AskAgain id={id} /> : null}
        </div>
        <div className="relative border-t border-line bg-paper/50 max-lg:rounded-b-card lg:rounded-br-card lg:border-t-0 lg:border-l">
          <History id={id} user={user} phone={form.base.restricted ? '' : form.base.phone} />
        </div>
      </div>
      <MessageDialog form={form} />
    </section>
  );
}

function News({ form: { base, busy, send } }: { form: CaseFormState }) {
  return (
    <>
      {base.undeliverable ? <Returned found={base} /> : null}
      {base.replyUnread ? (
        <p className="flex flex-wrap items-center gap-x-4 gap-y-2">
          {/* a change of nothing: whoever saves a case has read its answer */}
          <span className="min-w-0">Die Antwort im Verlauf ist noch nicht als gelesen markiert.</span>
          <SmallButton aria-disabled={busy} onClick={() => send({ version: base.version })}>
            Gelesen
          </SmallButton>
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

type ConflictProps = {
  form: CaseFormState;
  conflict: NonNullable<CaseFormState['conflict']>;
  onLoaded: () => void;
};

function Conflict({ form, conflict: { sentence, sent, ...conflict }, onLoaded }: ConflictProps) {
  const { base, edits, now } = form;
  const current = conflict.current as Case;
  const names = new Map(useStaffOptions(current.assignee).map(({ value, label }) => [value, label]));
  // no others are saved with it
  const wanted = wantedIn(sent, edits);
  const rows = differencesOf({ base, wanted, ...now }, current, names);
  const insist = () => {
    const left = sentOf(current, wanted, now);
    form.send({ version: current.version, ...left, message: left.status ? sent.message : undefined });
  };
  const load = () => {
    const fields: string[] = rows.map(({ field }) => field);
    // the reason goes with its step
    form.settle(current, fields.includes('status') ? [...fields, 'reason'] : fields);
    onLoaded();
  };
  return (
    <Stored sentence={sentence} busy={form.busy} ways={{ 'Trotzdem speichern': insist, 'Stand laden': load }}>
      {rows.length > 0 ? <Differences rows={rows} /> : null}
      {sent.message && current.status === sent.status ? (
        <p className="mt-3">
          {`Ihre Nachricht wird nicht gesendet: Der Vorgang steht schon auf „${caseStatuses[current.status].label}“.`}
        </p>
      ) : null}
    </Stored>
  );
}

/** Both values of each field side by side, below its name: there is room for long ones on a phone. */
function Differences({ rows }: { rows: readonly Difference[] }) {
  return (
    <table aria-label="Unterschiede" className="mt-3 w-full table-fixed text-[0.9375rem]">
      <thead className="text-left text-sm text-ink-soft">
        <tr>
          <th scope="col" className="pr-3 pb-1 font-normal">
            Ihre Eingabe
          </th>
          <th scope="col" className="pb-1 font-normal">
            Jetzt gespeichert
          </th>
        </tr>
      </thead>
      {rows.map(({ field, label, mine, theirs }) => (
        <tbody key={field}>
          <tr className="border-t border-saddle-300/60">
            <th scope="rowgroup" colSpan={2} className="pt-1.5 text-left text-sm font-normal text-ink-soft">
              {label}
            </th>
          </tr>
          <tr className="align-top wrap-anywhere">
            <td className={`pr-3 pb-1.5 ${mine === null ? 'text-ink-soft' : 'font-semibold'}`}>
              {mine ?? 'nicht geändert'}
            </td>
            <td className="pb-1.5 font-semibold">{theirs}</td>
          </tr>
        </tbody>
      ))}
    </table>
  );
}

function AskAgain({ id }: { id: string }) {
  return (
    <p className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line pt-4">
      <span className="text-ink-soft">
        Der Versicherungsnehmer ist eine andere Person und hat den Antrag noch nicht bestätigt.
      </span>
      <ActionButton
        label="Bestätigung erneut senden"
        busyLabel="Wird gesendet..."
        call={() => request<MessageResponse>('POST', href(api.caseConfirmation, { id }), {})}
        success={({ message }) => message}
        failure="Die E-Mail konnte nicht gesendet werden."
      />
    </p>
  );
}

function Suggestion() {
  return (
    <p>
      Ein Widerruf passt nur nach Name oder E-Mail-Adresse zu diesem Antrag. Er hält den Vorgang nicht auf.
      Bitte prüfen Sie ihn: Ordnen Sie ihn zu, oder schließen Sie ihn ab.{' '}
      <Link to={pages.backofficeWithdrawals} className={linkClass}>
        Zu den Widerrufen
      </Link>
    </p>
  );
}

function shortName({ salutation, lastName }: NonNullable<Props['contact']>): string {
  return salutation === 'diverse' ? lastName : `${salutationLabels[salutation]} ${lastName}`;
}

function useFocusNext() {
  const next = useRef<HTMLButtonElement>(null);
  const [times, focusNext] = useReducer((count: number) => count + 1, 0);
  // not at once: a dialog that is still open would keep the focus
  useEffect(() => {
    if (times > 0) next.current?.focus();
  }, [times]);
  return { next, focusNext };
}

function useArrival(id: string) {
  const heading = useRef<HTMLHeadingElement>(null);
  const atCase = useLocation({ select: ({ state }) => state.atCase === true });
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each case, not when the tab changes
  useEffect(() => {
    if (atCase) heading.current?.focus();
  }, [id]);
  return heading;
}

const question = 'Ihre Änderungen an diesem Vorgang sind nicht gespeichert. Möchten Sie sie verwerfen?';
