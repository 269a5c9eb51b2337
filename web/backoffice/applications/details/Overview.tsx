import Check from 'lucide-react/icons/check';
import Copy from 'lucide-react/icons/copy';
import Link2Off from 'lucide-react/icons/link-2-off';
import UserSearch from 'lucide-react/icons/user-search';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { type AdviceRecord, type ApplicationDetails, newAdvice } from '#domain/applications/staff';
import { check } from '#domain/fields';
import { formatInstant } from '#domain/format';
import type { MessageResponse } from '#domain/responses';
import { steps } from '#domain/steps/all';
import { api, href } from '#domain/urls';
import { request, requestFile } from '../../../api';
import { SmallButton } from '../../../ui/button';
import { ConfirmDialog } from '../../../ui/dialogs';
import { TextAreaField } from '../../../ui/fields';
import { saveFile, useAction } from '../../calls';
import { BlockBadges } from '../../cases/desk';
import { FormDialogButton } from '../../form/FormDialog';
import { StatusBadge } from '../rows';

type Props = Pick<ApplicationDetails, 'application' | 'adviceOwed' | 'restricted' | 'source'>;

export function Overview({ application, adviceOwed, restricted, source }: Props) {
  return (
    <dl className="grid grid-cols-[repeat(auto-fit,minmax(min(8.5rem,100%),1fr))] gap-x-4 gap-y-4 md:grid-cols-[repeat(4,auto)] rounded-card border border-line bg-white p-4 shadow-card sm:gap-x-8 sm:p-6 min-[88rem]:grid-cols-[minmax(24rem,2fr)_repeat(4,auto)]">
      <Item name="Antrag-ID" wide>
        <CopyableId id={application.id} />
      </Item>
      <Item name="Status">
        <span className="inline-flex flex-wrap gap-1">
          <StatusBadge completed={application.completed} />
          <BlockBadges adviceOwed={adviceOwed} restricted={restricted} />
        </span>
      </Item>
      <Item name="Aktueller Schritt">{stepLabel(application.currentStep)}</Item>
      <Item name="Erstellt">{formatInstant(application.createdAt)}</Item>
      <Item name="Zuletzt aktualisiert">{formatInstant(application.lastUpdated)}</Item>
      <Item name="Quelle" wide>
        <span className="wrap-anywhere">{source}</span>
      </Item>
    </dl>
  );
}

const names: Record<number, string> = { 0: 'Nicht gestartet', 3: 'Tarif-Auswahl', 6: 'Abgeschlossen' };
export const stepLabel = (step: number) => names[step] ?? steps[step - 1]?.label ?? 'Unbekannt';

function Item({ name, wide = false, children }: { name: string; wide?: boolean; children: ReactNode }) {
  return (
    <div className={wide ? 'col-span-full min-[88rem]:col-span-1' : ''}>
      <dt className="text-sm text-ink-soft">{name}</dt>
      <dd className="font-medium tabular-nums">{children}</dd>
    </div>
  );
}

function CopyableId({ id }: { id: string }) {
  const [copied, setCopied] = useState(false);
  const text = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), 2000);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(id);
      setCopied(true);
    } catch {
      // no permission, or plain HTTP: the id is selected, so that the user can copy it by keyboard
      if (text.current) getSelection()?.selectAllChildren(text.current);
    }
  };
  const Icon = copied ? Check : Copy;
  return (
    <span className="flex items-start gap-1">
      <span ref={text} className="font-mono text-[0.8125rem] leading-6 break-all sm:text-sm select-all">
        {id}
      </span>
      <button
        type="button"
        aria-label={copied ? 'Kopiert' : 'Kopieren'}
        onClick={() => void copy()}
        className="-my-1 inline-flex size-8 shrink-0 items-center justify-center rounded-control text-ink-soft hover:bg-paper-deep hover:text-green-800 print:hidden"
      >
        <Icon aria-hidden="true" className="size-4" />
      </button>
    </span>
  );
}

export function EndLinks({ id }: { id: string }) {
  const [asking, setAsking] = useState(false);
  const { run, busy } = useAction({
    call: () => request<MessageResponse>('POST', href(api.endLinks, { id }), {}),
    success: ({ message }) => message,
    failure: 'Die Links konnten nicht ungültig gemacht werden.',
  });
  return (
    <>
      <SmallButton aria-disabled={busy} onClick={() => setAsking(true)}>
        <Link2Off aria-hidden="true" className="size-4" />
        Link ungültig machen
      </SmallButton>
      <ConfirmDialog
        open={asking}
        title="Link ungültig machen?"
        confirm="Ja, ungültig machen"
        onConfirm={() => {
          setAsking(false);
          run();
        }}
        onClose={() => setAsking(false)}
      >
        Die Links aus unseren bisherigen E-Mails öffnen diesen Antrag dann nicht mehr. Die nächste E-Mail dazu
        enthält einen neuen Link.
      </ConfirmDialog>
    </>
  );
}

export function Prepared({ prepared, horseData, contactData }: ApplicationDetails) {
  if (!prepared) return null;
  const { username, at, changes } = prepared;
  const kept = horseData || contactData ? 'sind so geblieben' : 'warten noch auf die Prüfung';
  return (
    <section
      aria-labelledby="vorbereitet"
      className="rounded-card border border-line bg-white p-4 shadow-card sm:p-6"
    >
      <h2 id="vorbereitet" className="text-xl text-green-900 wrap-anywhere">
        {`Vorbereitet von ${username}`}
      </h2>
      <p className="mt-1 text-sm text-ink-soft">{`Am Telefon, ${formatInstant(at)}`}</p>
      {changes.length === 0 ? (
        <p className="mt-3">{`Alle vorbereiteten Angaben ${kept}.`}</p>
      ) : (
        <dl className="mt-3 grid gap-x-8 gap-y-4 sm:grid-cols-2 xl:grid-cols-3">
          {changes.map((change) => (
            <div key={change.label}>
              <dt className="text-sm text-ink-soft">{change.label}</dt>
              <dd className="font-medium wrap-anywhere">
                <span className="sr-only">Vorbereitet: </span>
                <s className="font-normal text-ink-soft">{change.old}</s>
                {' → '}
                <span className="sr-only">Eingetragen: </span>
                <span>{change.new || '-'}</span>
              </dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  );
}

export function Disclosure({ id }: { id: string }) {
  const { run, busy } = useAction({
    call: () => requestFile(href(api.disclosure, { id })),
    success: (file) => {
      saveFile(`Auskunft-${id.slice(0, 8)}.json`, file);
      return null;
    },
    isReading: true,
    failure: 'Die Auskunft konnte nicht heruntergeladen werden.',
  });
  return (
    <SmallButton aria-disabled={busy} onClick={() => run()}>
      <UserSearch aria-hidden="true" className="size-4" />
      Auskunft
    </SmallButton>
  );
}

/** The advice that is owed or was given; nothing for an open application, and for one that owed none. */
export function Advice({ details }: { details: ApplicationDetails }) {
  const { application, restricted, adviceWaiver, adviceRecord } = details;
  // who asked for erasure is not advised any more
  const adviceOwed = details.adviceOwed && !restricted;
  if (!application.completed || !(adviceOwed || adviceWaiver || adviceRecord)) return null;
  return (
    <section
      aria-labelledby="beratung"
      className="rounded-card border border-line bg-white p-4 shadow-card sm:p-6"
    >
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-3">
        <h2 id="beratung" className="text-xl text-green-900">
          Beratung
        </h2>
        {adviceOwed ? <AdviceButton id={application.id} /> : null}
      </div>
      {adviceOwed ? (
        <p className="mt-2 max-w-3xl">
          Auf Beratung wurde nicht verzichtet. Bitte beraten Sie, bevor der Vertrag zustande kommt, und halten
          Sie fest, was besprochen wurde.
        </p>
      ) : null}
      {adviceWaiver ? <p className="mt-2">Auf Beratung und Dokumentation wurde verzichtet.</p> : null}
      {adviceRecord ? (
        <>
          <p className="mt-1 text-sm text-ink-soft">
            {`Dokumentiert am ${formatInstant(adviceRecord.at)} von ${adviceRecord.username}`}
          </p>
          <dl className="mt-4 grid gap-x-8 gap-y-4 lg:grid-cols-2">
            <Words label="Wünsche und Bedürfnisse" text={adviceRecord.wishes} />
            <Words label="Beratung und Empfehlung" text={adviceRecord.advice} />
          </dl>
        </>
      ) : null}
    </section>
  );
}

function Words({ label, text }: { label: string; text: string }) {
  return (
    <div className="min-w-0">
      <dt className="text-sm text-ink-soft">{label}</dt>
      <dd className="wrap-anywhere whitespace-pre-line">{text}</dd>
    </div>
  );
}

function AdviceButton({ id }: { id: string }) {
  return (
    <FormDialogButton
      label="Beratung dokumentieren"
      look="primary"
      draft={`advice ${id}`}
      title="Beratung dokumentieren"
      note="Beides geht wörtlich per E-Mail an die Kontaktadresse des Antrags."
      initial={{ wishes: '', advice: '' }}
      check={(typed, adviceId) => check(newAdvice, { ...typed, id: adviceId })}
      call={(given) => request<AdviceRecord>('POST', href(api.advice, { id }), given)}
      success="Die Beratung ist gespeichert und geht per E-Mail hinaus."
      failure="Die Beratung konnte nicht gespeichert werden"
      submit={{ label: 'Speichern und senden' }}
      fields={({ control }) => (
        <>
          <TextAreaField label="Wünsche und Bedürfnisse" aria-required {...control('wishes')} />
          <TextAreaField label="Beratung und Empfehlung" aria-required {...control('advice')} />
        </>
      )}
    />
  );
}
