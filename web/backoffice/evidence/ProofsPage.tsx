import FileSearch from 'lucide-react/icons/file-search';
import { useState } from 'react';
import { check } from '#domain/fields';
import { formatInstant } from '#domain/format';
import type { FoundEvidence } from '#domain/law/evidence';
import { addressRequest } from '#domain/people';
import { toCsv } from '#domain/text/csv';
import { api, pages } from '#domain/urls';
import { request } from '../../api';
import { Button } from '../../ui/button';
import { TextField } from '../../ui/fields';
import { Badge } from '../../ui/notices';
import { SubmitButton, useForm } from '../form/form';
import { Page } from '../Page';
import { saveCsv } from '../save-file';
import type { Screen } from '../screen';
import { Empty } from '../table/frame';
import { countText, Entries } from './Entries';

const title = 'Nachweise';

/** Finds what can be proven about a person by their address, which the proofs themselves do not contain. */
function ProofsPage() {
  const [found, setFound] = useState<FoundEvidence[] | null>(null);
  // the one that was searched, which may no longer be the typed one
  const [address, setAddress] = useState('');
  const form = useForm({
    initial: { email: '' },
    check: (typed) => check(addressRequest, typed),
    call: (body) => request<{ entries: FoundEvidence[] }>('POST', api.searchEvidence, body),
    success: () => null,
    isReading: true,
    failure: 'Die Nachweise konnten nicht gesucht werden.',
    after: (error, { email }, answer) => {
      setFound(error ? null : (answer?.entries ?? null));
      setAddress(email);
    },
  });
  const save = () => saveCsv('nachweise.csv', evidenceCsv(found ?? []));
  return (
    <Page title={title} note={found?.length ? <Badge>{countText(found)}</Badge> : undefined}>
      <p className="mb-5 max-w-3xl text-ink-soft">
        Was einer Person gezeigt und gesendet wurde, was sie erklärt und erlaubt hat, auch wenn ihr Antrag
        gelöscht ist. Die Nachweise enthalten keine Adressen; die eingegebene wird nur verglichen.
      </p>
      <form
        ref={form.ref}
        noValidate
        className="mb-6 flex max-w-4xl flex-wrap items-end gap-3"
        onSubmit={form.onSubmit}
      >
        <div className="min-w-0 grow basis-72">
          <TextField
            label="E-Mail"
            type="email"
            autoComplete="off"
            aria-required
            {...form.control('email')}
          />
        </div>
        <SubmitButton busy={form.busy} busyLabel="Wird gesucht...">
          Suchen
        </SubmitButton>
        {found && found.length > 0 ? (
          <Button look="secondary" onClick={save}>
            CSV-Export
          </Button>
        ) : null}
      </form>
      <p role="status" className="sr-only">
        {found && address ? `${countText(found)} zu ${address}` : ''}
      </p>
      {found?.length === 0 ? (
        <Empty title="Keine Nachweise gefunden" note={`Zu ${address} ist nichts festgehalten.`} />
      ) : null}
      {found && found.length > 0 ? <Entries entries={found} /> : null}
    </Page>
  );
}

export const screen: Screen = {
  path: pages.backofficeProofs,
  title,
  icon: FileSearch,
  role: 'admin',
  card: { title, note: 'Einwilligungen und Erklärungen finden' },
  component: ProofsPage,
};

const headings = ['Zeitpunkt', 'Art', 'Gegenstand', 'Weg', 'Antrag-ID', 'Rückruf-ID', 'Dokument', 'Wortlaut'];

export function evidenceCsv(entries: readonly FoundEvidence[]): string {
  const rows = entries.map(({ at, label, subject, wayLabel, applicationId, callbackId, document, text }) => [
    formatInstant(at),
    label,
    subject ?? '',
    wayLabel,
    applicationId ?? '',
    callbackId ?? '',
    document ? `${document.label}, Version ${document.version}` : '',
    { text: text ?? '' },
  ]);
  return toCsv([headings, ...rows]);
}
