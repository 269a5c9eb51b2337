import { useQueryClient } from '@tanstack/react-query';
import ShieldCheck from 'lucide-react/icons/shield-check';
import { useRef, useState } from 'react';
import { secondFactorTitle } from '#domain/accounts/second-factor';
import type { MessageResponse } from '#domain/responses';
import { api, pages } from '#domain/urls';
import { request } from '../../api';
import { Button } from '../../ui/button';
import { Alert, Badge } from '../../ui/notices';
import { currentUserQuery, useCurrentUser } from '../current-user';
import { Page } from '../Page';
import type { Screen } from '../screen';
import { OwnerDialog } from './proof';
import { RecoveryCodeList } from './RecoveryCodeList';
import { SessionList } from './SessionList';
import { SetUp } from './SetUp';

function SecondFactorPage() {
  const { secondFactor, mustSetSecondFactor } = useCurrentUser();
  const client = useQueryClient();
  const part = useRef<HTMLElement>(null);
  // shown once: they are stored nowhere else in the browser
  const [codes, setCodes] = useState<string[]>([]);
  return (
    <Page
      title={secondFactorTitle}
      note={secondFactor ? <Badge tone="positive">Aktiv</Badge> : <Badge>Nicht eingerichtet</Badge>}
    >
      <div className="max-w-3xl space-y-10">
        <section
          ref={part}
          tabIndex={-1}
          aria-label={secondFactorTitle}
          className="scroll-mt-24 space-y-6 outline-none"
        >
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
  title: secondFactorTitle,
  icon: ShieldCheck,
  nav: 'account',
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
