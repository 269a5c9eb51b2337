import { useState } from 'react';
import type { ApplicationDetails } from '#domain/applications/staff';
import { formatInstant } from '#domain/format';
import { Button } from '../../../ui/button';
import { AdviceDialog } from './AdviceDialog';

/** The advice that is owed or was given; nothing for an open application, and for one that owed none. */
export function Advice({ details }: { details: ApplicationDetails }) {
  const { application, adviceOwed, adviceWaiver, adviceRecord } = details;
  const [open, setOpen] = useState(false);
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
        {adviceOwed ? (
          <Button size="small" onClick={() => setOpen(true)}>
            Beratung dokumentieren
          </Button>
        ) : null}
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
      <AdviceDialog id={application.id} open={open} onClose={() => setOpen(false)} />
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
