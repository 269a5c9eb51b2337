import { useQuery } from '@tanstack/react-query';
import { Link, useLocation } from '@tanstack/react-router';
import { type ReactNode, useEffect, useReducer, useRef } from 'react';
import type { ApplicationDetails } from '#domain/applications/staff';
import type { Case } from '#domain/cases/staff';
import { asksConfirmation, type ConfirmationPolicy } from '#domain/cases/statuses';
import { berlinDay } from '#domain/dates';
import { salutationLabels } from '#domain/people';
import type { MessageResponse } from '#domain/responses';
import { api, href, pages } from '#domain/urls';
import { request } from '../../../api';
import { linkClass } from '../../../ui/button';
import { ActionButton } from '../../buttons';
import { currentUserQuery } from '../../current-user';
import { useUnsavedQuestion } from '../../form/unsent';
import { CaseStatusBadge, ConfirmationFlag, SuggestionFlag, UrgencyFlags } from '../flags';
import { NextCaseButton } from '../NextCaseButton';
import { CaseForm } from './CaseForm';
import { Conflict } from './Conflict';
import { History } from './History';
import { MessageDialog } from './MessageDialog';
import { News } from './News';
import { useCaseForm } from './useCaseForm';

type Props = { found: Case; contact: ApplicationDetails['contactData']; policy: ConfirmationPolicy };

export function CaseRegion({ found, contact, policy }: Props) {
  const { applicationId: id } = found;
  const { data: user } = useQuery(currentUserQuery);
  const { next, focusNext } = useFocusNext();
  const form = useCaseForm({ found, policy, onDone: focusNext });
  const { heading, region } = useArrival(id);
  // another tab is the same screen
  useUnsavedQuestion(form.dirty, question, ({ current, next }) => current.pathname !== next.pathname);
  return (
    <section
      ref={region}
      aria-labelledby="vorgang"
      className="scroll-mt-20 rounded-card border border-line bg-white shadow-card"
    >
      <header className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line px-4 py-3 sm:px-6">
        <h2 id="vorgang" ref={heading} tabIndex={-1} className="text-xl text-green-900">
          Vorgang
        </h2>
        {contact ? <p className="min-w-0 font-semibold wrap-anywhere">{shortName(contact)}</p> : null}
        <p className="flex flex-wrap gap-1">
          <CaseStatusBadge status={form.base.status} />
          <UrgencyFlags found={form.base} today={berlinDay(new Date())} />
          <ConfirmationFlag {...form.base} />
          <SuggestionFlag {...found} />
        </p>
        <span className="ml-auto">
          <NextCaseButton ref={next} shown={id} look={form.dirty ? 'secondary' : 'primary'} />
        </span>
      </header>
      <div className="grid lg:min-h-88 lg:grid-cols-[minmax(0,1fr)_minmax(20rem,0.85fr)]">
        <div className="space-y-5 p-4 sm:p-6">
          {form.change.conflict ? (
            <Conflict form={form} conflict={form.change.conflict} onLoaded={() => heading.current?.focus()} />
          ) : null}
          {found.withdrawalSuggested ? <Suggestion /> : null}
          <News form={form} />
          <CaseForm form={form} user={user} />
          {asksConfirmation(found) ? <AskAgain id={id} /> : null}
        </div>
        <Beside>
          <History id={id} user={user} phone={form.base.phone} />
        </Beside>
      </div>
      <MessageDialog key={form.steps} form={form} id={id} email={form.base.email} />
    </section>
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

function Beside({ children }: { children: ReactNode }) {
  return (
    <div className="relative border-t border-line bg-paper/50 max-lg:rounded-b-card lg:rounded-br-card lg:border-t-0 lg:border-l">
      {children}
    </div>
  );
}

/** Not the whole name, which the tabs below show. */
function shortName({ salutation, lastName }: NonNullable<Props['contact']>): string {
  return salutation === 'diverse' ? lastName : `${salutationLabels[salutation]} ${lastName}`;
}

/** After saving, the next case is one key away. */
function useFocusNext() {
  const next = useRef<HTMLButtonElement>(null);
  const [times, focusNext] = useReducer((count: number) => count + 1, 0);
  // not at once: a dialog that is still open would keep the focus
  useEffect(() => {
    if (times > 0) next.current?.focus();
  }, [times]);
  return { next, focusNext };
}

/** Takes the focus when the user comes to work on this case. */
function useArrival(id: string) {
  const [region, heading] = [useRef<HTMLElement>(null), useRef<HTMLHeadingElement>(null)];
  const atCase = useLocation({ select: ({ state }) => state.atCase === true });
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each case, not when the tab changes
  useEffect(() => {
    if (atCase) heading.current?.focus();
  }, [id]);
  return { region, heading };
}

const question = 'Ihre Änderungen an diesem Vorgang sind nicht gespeichert. Möchten Sie sie verwerfen?';
