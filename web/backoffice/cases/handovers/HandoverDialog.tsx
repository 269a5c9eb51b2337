import { useRef, useState } from 'react';
import { type Handover, type HandoverConfirmed, handoverConfirmation } from '#domain/cases/handover';
import type { Case } from '#domain/cases/staff';
import { berlinDay, formatDay } from '#domain/dates';
import { check } from '#domain/fields';
import { api, href } from '#domain/urls';
import { request } from '../../../api';
import { Button } from '../../../ui/button';
import { TitledDialog } from '../../../ui/dialogs';
import { TextField } from '../../../ui/fields';
import { SubmitButton, useForm } from '../../form/form';
import { useFocusAfter } from '../../table/frame';
import { Skipped } from '../Skipped';
import { downloadHandover } from './file';

export const downloadLabel = 'Datei herunterladen';
export const confirmLabel = 'Als übermittelt bestätigen';

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
  return (
    <div className="mt-5 space-y-5">
      {count > 0 ? (
        <Button look="secondary" size="small" onClick={() => void downloadHandover(shown)}>
          {downloadLabel}
        </Button>
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
        <Confirmation id={shown.id} onConfirmed={setConfirmed} onClose={onClose} />
      ) : (
        <div className="flex justify-end pt-2">
          <Button look="secondary" onClick={onClose}>
            Schließen
          </Button>
        </div>
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
  const what = count === 1 ? '1 Vorgang ist' : `${count} Vorgänge sind`;
  return `${what} als am ${formatDay(on)} übermittelt eingetragen.`;
}

type ConfirmationProps = {
  id: string;
  onConfirmed: (confirmed: { on: string; answer: HandoverConfirmed }) => void;
  onClose: () => void;
};

function Confirmation({ id, onConfirmed, onClose }: ConfirmationProps) {
  const today = berlinDay(new Date());
  const form = useForm({
    initial: { transmittedOn: today },
    check: (typed) => check(handoverConfirmation(berlinDay(new Date())), typed),
    call: (body) => request<HandoverConfirmed>('POST', href(api.confirmHandover, { id }), body),
    success: () => null,
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
        <Button look="secondary" onClick={onClose}>
          Schließen
        </Button>
        <SubmitButton busy={form.busy}>{confirmLabel}</SubmitButton>
      </div>
    </form>
  );
}
