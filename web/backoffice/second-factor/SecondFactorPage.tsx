import { useQueryClient } from '@tanstack/react-query';
import ShieldCheck from 'lucide-react/icons/shield-check';
import { useRef, useState } from 'react';
import type { Session } from '#domain/accounts/user';
import { berlinDay, formatDay } from '#domain/dates';
import type { MessageResponse } from '#domain/responses';
import { api, href, pages } from '#domain/urls';
import { request } from '../../api';
import { useOperator } from '../../operator';
import { Button } from '../../ui/button';
import { Alert, Badge } from '../../ui/notices';
import { toast, toastFailure } from '../../ui/toasts';
import { ActionButton } from '../buttons';
import { changing, loadFailure, useLoaded } from '../calls';
import { useUnsavedQuestion } from '../form/form';
import { ListLoading } from '../ListPage';
import { LoadFailed, Page } from '../Page';
import type { Screen } from '../screen';
import { currentUserQuery, useCurrentUser } from '../session';
import { Moment } from '../table/cells';
import { acts, type Column, column, Table } from '../table/Table';
import { NextHeading, OwnerDialog, SetUp } from './forms';

const title = 'Zwei-Faktor-Anmeldung';

function SecondFactorPage() {
  const { secondFactor, mustSetSecondFactor } = useCurrentUser();
  const client = useQueryClient();
  const part = useRef<HTMLElement>(null);
  // shown once: they are stored nowhere else in the browser
  const [codes, setCodes] = useState<string[]>([]);
  return (
    <Page
      title={title}
      note={secondFactor ? <Badge tone="positive">Aktiv</Badge> : <Badge>Nicht eingerichtet</Badge>}
    >
      <div className="max-w-3xl space-y-10">
        <section ref={part} tabIndex={-1} aria-label={title} className="scroll-mt-24 space-y-6 outline-none">
          {mustSetSecondFactor ? (
            <Alert tone="warning" title="Bitte richten Sie zuerst den zweiten Faktor ein">
              Ihr Betrieb verlangt ihn von allen. Sobald er eingerichtet ist, steht Ihnen das Backoffice
              offen.
            </Alert>
          ) : null}
          {codes.length > 0 ? (
            <RecoveryCodeList
              codes={codes}
              onKept={() => {
                setCodes([]);
                // the button that had it disappears
                part.current?.focus();
              }}
            />
          ) : secondFactor ? (
            <EndSecondFactor onEnded={() => client.invalidateQueries(currentUserQuery)} />
          ) : (
            <SetUp
              onSet={(recoveryCodes) => {
                setCodes(recoveryCodes);
                // not loaded again: if that failed, the session would end and the codes be lost
                client.setQueryData(
                  currentUserQuery.queryKey,
                  (user) => user && { ...user, secondFactor: true, mustSetSecondFactor: false },
                );
              }}
            />
          )}
        </section>
        <div className="print:hidden">
          <SessionList />
        </div>
      </div>
    </Page>
  );
}

export const screen: Screen = {
  path: pages.backofficeSecondFactor,
  title,
  icon: ShieldCheck,
  isForced: ({ mustSetSecondFactor }) => mustSetSecondFactor,
  component: SecondFactorPage,
};

function EndSecondFactor({ onEnded }: { onEnded: () => Promise<void> }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <p className="max-w-prose">
        Ihr Konto ist geschützt. Wenn Sie ein neues Telefon haben oder Ihnen die Wiederherstellungscodes
        ausgehen, beenden Sie die Zwei-Faktor-Anmeldung und richten Sie sie neu ein.
      </p>
      <Button look="danger" onClick={() => setOpen(true)}>
        Zwei-Faktor-Anmeldung beenden
      </Button>
      <OwnerDialog
        open={open}
        onClose={() => setOpen(false)}
        title="Zwei-Faktor-Anmeldung beenden"
        note="Danach genügt Ihr Passwort. Verlangt Ihr Betrieb den zweiten Faktor, richten Sie ihn gleich neu ein. Ihre anderen Sitzungen enden, diese bleibt."
        passwordLabel="Aktuelles Passwort"
        call={async (proof) => {
          await request<MessageResponse>('DELETE', api.secondFactor, proof);
          await onEnded();
        }}
        success="Die Zwei-Faktor-Anmeldung wurde beendet"
        failure="Die Zwei-Faktor-Anmeldung konnte nicht beendet werden"
        submit={{ label: 'Beenden', busyLabel: 'Wird beendet...', look: 'danger' }}
      />
    </>
  );
}

function SessionList() {
  // every use of another browser changes it
  const query = useLoaded<Session[]>(api.sessions, changing);
  return (
    <section aria-labelledby="sitzungen">
      <h2 id="sitzungen" className="mb-2 text-2xl text-green-900">
        Ihre Sitzungen
      </h2>
      <p className="mb-4 text-ink-soft">
        Hier sind Sie angemeldet. Wenn Sie eine Sitzung nicht kennen, beenden Sie sie und ändern Sie Ihr
        Passwort.
      </p>
      {query.data ? (
        <Table label="Sitzungen" columns={columns} rows={query.data.toSorted(currentFirst)} />
      ) : query.isError ? (
        <LoadFailed framed onRetry={() => void query.refetch()}>
          {loadFailure('der Sitzungen', query.error)}
        </LoadFailed>
      ) : (
        <ListLoading />
      )}
    </section>
  );
}

function currentFirst(one: Session, other: Session): number {
  return Number(other.current) - Number(one.current);
}

const columns: Column<Session>[] = [
  {
    header: 'Browser',
    cell: ({ id, browser }) => (
      <span id={`sitzung-${id}`} className="font-semibold">
        {browser}
      </span>
    ),
  },
  column('Angemeldet', ({ createdAt }) => <Moment iso={createdAt} />),
  column('Zuletzt benutzt', ({ lastUsedAt }) => <Moment iso={lastUsedAt} />),
  acts(({ id, current }) => (current ? <Badge tone="positive">Diese Sitzung</Badge> : <EndButton id={id} />)),
];

function EndButton({ id }: { id: string }) {
  return (
    <ActionButton
      label="Beenden"
      busyLabel="Wird beendet..."
      describedBy={`sitzung-${id}`}
      call={() => request('DELETE', href(api.session, { id }))}
      success="Die Sitzung wurde beendet"
      failure="Die Sitzung konnte nicht beendet werden"
    />
  );
}

const question = 'Haben Sie die Wiederherstellungscodes gesichert? Sie werden nicht noch einmal angezeigt.';

function RecoveryCodeList({ codes, onKept }: { codes: string[]; onKept: () => void }) {
  useUnsavedQuestion(true, question);
  const { username } = useCurrentUser();
  const { brand } = useOperator();
  return (
    <section
      aria-labelledby="codes"
      className="space-y-5 rounded-card border border-line bg-white p-6 shadow-card sm:p-8"
    >
      <NextHeading id="codes">Ihre Wiederherstellungscodes</NextHeading>
      <Alert tone="warning" title="Diese Codes sehen Sie nur jetzt">
        Bewahren Sie sie getrennt vom Telefon auf. Mit jedem können Sie sich einmal anmelden, wenn Sie die App
        nicht zur Hand haben.
      </Alert>
      <p className="hidden print:block">
        {`Konto ${username}, ${brand.name} Backoffice, ${formatDay(berlinDay(new Date()))}`}
      </p>
      <ol className="grid gap-x-8 gap-y-2 font-mono text-lg sm:grid-cols-2">
        {codes.map((code) => (
          <li key={code} className="select-all">
            {code}
          </li>
        ))}
      </ol>
      <div className="flex flex-wrap gap-3 print:hidden">
        <Button look="secondary" onClick={() => void copy(codes)}>
          Kopieren
        </Button>
        <Button look="secondary" onClick={() => window.print()}>
          Drucken
        </Button>
        <Button onClick={onKept}>Ich habe die Codes gesichert</Button>
      </div>
    </section>
  );
}

/** Browsers may refuse it, and have no clipboard without https. */
async function copy(codes: string[]): Promise<void> {
  try {
    await navigator.clipboard.writeText(codes.join('\n'));
    toast({ title: 'Kopiert', description: 'Die Codes sind in der Zwischenablage.' });
  } catch {
    toastFailure('Ihr Browser hat das nicht erlaubt. Bitte schreiben Sie die Codes ab.');
  }
}
