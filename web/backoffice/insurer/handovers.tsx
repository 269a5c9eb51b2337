import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useRef, useState } from 'react';
import type { Case } from '#domain/cases/staff';
import { berlinDay, formatDay } from '#domain/dates';
import { check } from '#domain/fields';
import { counted, formatInstant } from '#domain/format';
import {
  type Handover,
  type HandoverConfirmed,
  type HandoverFormat,
  type HandoverPage,
  handoverConfirmation,
  handoverFormats,
  handoverName,
  type NewHandoverResponse,
} from '#domain/insurer/handover';
import { isoOf } from '#domain/time';
import { api, href } from '#domain/urls';
import { patiently, request, requestFile } from '../../api';
import { Button, SmallButton } from '../../ui/button';
import { TitledDialog } from '../../ui/dialogs';
import { TextField } from '../../ui/fields';
import { useFocusAfter } from '../../ui/focus';
import { Fold } from '../../ui/fold';
import { Badge } from '../../ui/notices';
import { toastFailure } from '../../ui/toasts';
import { changing, loadFailure, queryOf, saveFile, sentenceOf } from '../calls';
import { Skipped } from '../cases/desk';
import { SubmitButton, Taken, useForm, useKept } from '../form/form';
import { LoadFailed } from '../Page';
import { FilterSelect, Paged } from '../table/frame';

const downloadLabel = 'Datei herunterladen';
const confirmLabel = 'Als übermittelt bestätigen';

export type ShownHandover = Omit<Handover, 'username' | 'sha256'> & {
  cases: readonly Case[];
};

type Props = { shown: ShownHandover | null; onClose: () => void };

export function HandoverDialog({ shown, onClose }: Props) {
  return (
    <TitledDialog
      open={shown !== null}
      onClose={onClose}
      title="Übergabe an den Versicherer"
      text={shown && contentOf(shown.count)}
    >
      {shown ? <Content key={shown.id} shown={shown} onClose={onClose} /> : null}
    </TitledDialog>
  );
}

function Content({ shown, onClose }: { shown: ShownHandover; onClose: () => void }) {
  const [confirmed, setConfirmed] = useState<{ on: string; answer: HandoverConfirmed } | null>(null);
  const { count, format, skipped, cases } = shown;
  const on = confirmed?.on ?? shown.confirmedOn;
  const outcome = useRef<HTMLDivElement>(null);
  // the form that had it is gone
  useFocusAfter(confirmed === null, outcome);
  const close = (
    <Button look="secondary" onClick={onClose}>
      Schließen
    </Button>
  );
  return (
    <div className="mt-5 space-y-5">
      {count > 0 ? (
        <SmallButton onClick={() => void downloadHandover(shown)}>{downloadLabel}</SmallButton>
      ) : null}
      {count > 0 && format === 'csv' ? <p className="text-ink-soft text-sm">{spreadsheetHint}</p> : null}
      <Skipped skipped={skipped} cases={cases} />
      {confirmed ? (
        <div ref={outcome} role="status" tabIndex={-1} className="space-y-3 outline-none">
          <p className="font-semibold">{transmittedSentence(confirmed.answer.transmitted, confirmed.on)}</p>
          <Skipped skipped={confirmed.answer.skipped} cases={cases} />
        </div>
      ) : null}
      {count > 0 && on === null ? (
        <Confirmation id={shown.id} onConfirmed={setConfirmed}>
          {close}
        </Confirmation>
      ) : (
        <div className="flex justify-end pt-2">{close}</div>
      )}
    </div>
  );
}

// no CSV file can prevent it (decision 025)
const spreadsheetHint =
  'Beim Öffnen in LibreOffice bitte „Werte in Anführungszeichen als Text“ ankreuzen: Sonst verlieren Postleitzahlen und Telefonnummern ihre führenden Nullen. In einer XLSX-Datei bleiben sie immer erhalten.';

function contentOf(count: number): string {
  if (count === 0) return 'Keiner der gewählten Anträge kann übergeben werden. Deshalb gibt es keine Datei.';
  const what = count === 1 ? 'einen Antrag' : `${count} Anträge`;
  return `Die Datei enthält ${what} mit den vollständigen Bankdaten. Bitte geben Sie sie nur auf dem vereinbarten Weg weiter und löschen Sie sie danach von Ihrem Gerät.`;
}

function transmittedSentence(count: number, on: string): string {
  if (count === 0) return 'Kein Vorgang wurde dadurch geändert.';
  return `${counted(count, 'Vorgang ist', 'Vorgänge sind')} als am ${formatDay(on)} übermittelt eingetragen.`;
}

type ConfirmationProps = {
  id: string;
  onConfirmed: (confirmed: { on: string; answer: HandoverConfirmed }) => void;
  children: ReactNode;
};

function Confirmation({ id, onConfirmed, children }: ConfirmationProps) {
  const today = berlinDay(new Date());
  const form = useForm({
    initial: { transmittedOn: today },
    check: (typed) => check(handoverConfirmation(berlinDay(new Date())), typed),
    call: (body) => request<HandoverConfirmed>('POST', href(api.confirmHandover, { id }), body),
    failure: 'Die Übermittlung konnte nicht bestätigt werden.',
    after: (_, { transmittedOn }, answer) => {
      if (answer) onConfirmed({ on: transmittedOn, answer });
    },
  });
  return (
    <form ref={form.ref} noValidate className="space-y-4 border-t border-line pt-5" onSubmit={form.onSubmit}>
      <TextField
        label="Übermittelt am"
        type="date"
        max={today}
        aria-required
        hint="Danach stehen die Vorgänge auf „An Versicherer übermittelt“."
        {...form.control('transmittedOn')}
      />
      <div className="flex flex-wrap justify-end gap-3 pt-2">
        {children}
        <SubmitButton busy={form.busy}>{confirmLabel}</SubmitButton>
      </div>
    </form>
  );
}

type CreateProps = { cases: readonly Case[]; onCreated: (handover: ShownHandover) => void };

export function CreateHandover({ cases, onCreated }: CreateProps) {
  const [format, setFormat] = useState<HandoverFormat>('csv');
  const form = useForm<object, object, Omit<ShownHandover, 'cases'>>({
    initial: {},
    check: (_, id) => ({
      ok: true,
      value: { id, applicationIds: cases.map((one) => one.applicationId), format },
    }),
    draft: useKept('handover'),
    call: async (body) => {
      const { id, count, skipped } = await request<NewHandoverResponse>(
        'POST',
        api.handovers,
        body,
        patiently,
      );
      return { id, count, skipped, format, at: isoOf(Date.now()), confirmedOn: null };
    },
    failure: 'Die Übergabedatei konnte nicht erstellt werden.',
    after: async (_, __, created) => {
      if (!created) return;
      form.end();
      onCreated({ ...created, cases });
      if (created.count > 0) await downloadHandover(created);
    },
  });
  return (
    <span className="inline-flex flex-wrap items-center gap-2">
      <SmallButton aria-disabled={form.busy} onClick={form.onSubmit}>
        {form.busy ? 'Wird erstellt...' : 'Übergabedatei erstellen'}
      </SmallButton>
      <FilterSelect label="Format der Datei" value={format} options={formats} onChange={setFormat} />
      {form.taken ? <Taken onLoad={form.end} /> : null}
    </span>
  );
}

const formats = handoverFormats.map((value) => ({ value, label: value.toUpperCase() }));

/** A plain link would send no token. */
async function downloadHandover(handover: Pick<Handover, 'id' | 'format' | 'at'>): Promise<void> {
  try {
    const file = await requestFile(href(api.handoverFile, { id: handover.id }));
    saveFile(handoverName(handover), file);
  } catch (error) {
    const fallback = 'Die Datei konnte nicht heruntergeladen werden.';
    toastFailure(error instanceof Error ? sentenceOf(error, fallback) : fallback);
  }
}

export function EarlierHandovers() {
  const [open, setOpen] = useState(false);
  return (
    <Fold
      title="Frühere Übergaben"
      className="mt-8 print:hidden"
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      {open ? <Handovers /> : null}
    </Fold>
  );
}

function Handovers() {
  const [page, setPage] = useState<number>();
  const query = useQuery({
    ...queryOf<HandoverPage>(api.handovers, { page: page ?? 1, pageSize: 10 }),
    ...changing,
  });
  const { data, error, isPlaceholderData, refetch } = query;
  return (
    <div className="border-t border-line px-4 py-4 sm:px-6">
      {error ? (
        <LoadFailed onRetry={() => void refetch()}>{loadFailure('der Übergaben', error)}</LoadFailed>
      ) : null}
      {data || error ? null : <p role="status">Wird geladen...</p>}
      {data ? (
        <Paged
          page={page}
          totalPages={data.totalPages}
          old={isPlaceholderData}
          change={(part) => setPage(part.page)}
        >
          {data.handovers.length === 0 ? (
            <p className="text-ink-soft">Noch wurde kein Antrag übergeben.</p>
          ) : (
            <ul className="divide-y divide-line">
              {data.handovers.map((one) => (
                <Row key={one.id} handover={one} />
              ))}
            </ul>
          )}
        </Paged>
      ) : null}
    </div>
  );
}

function Row({ handover }: { handover: Handover }) {
  const { id, at, username, format, count, confirmedOn } = handover;
  const [open, setOpen] = useState(false);
  const text = useRef<HTMLParagraphElement>(null);
  // a confirmation removes the button that opened the dialog
  useFocusAfter(open, text);
  const look = { look: 'secondary', size: 'small', 'aria-describedby': `uebergabe-${id}` } as const;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3 first:pt-0 last:pb-0">
      <p id={`uebergabe-${id}`} ref={text} tabIndex={-1} className="min-w-0 grow outline-none wrap-anywhere">
        <span className="mr-2 font-semibold tabular-nums">{formatInstant(at)}</span>
        <span className="text-ink-soft">
          {`${counted(count, 'Antrag', 'Anträge')} · ${format.toUpperCase()} · ${username}`}
        </span>
      </p>
      {confirmedOn ? <Badge tone="positive">{`Übermittelt am ${formatDay(confirmedOn)}`}</Badge> : null}
      {count > 0 ? (
        <Button {...look} onClick={() => void downloadHandover(handover)}>
          {downloadLabel}
        </Button>
      ) : null}
      {count > 0 && confirmedOn === null ? (
        <Button {...look} onClick={() => setOpen(true)}>
          {confirmLabel}
        </Button>
      ) : null}
      <HandoverDialog shown={open ? { ...handover, cases: [] } : null} onClose={() => setOpen(false)} />
    </li>
  );
}
