import Check from 'lucide-react/icons/check';
import Copy from 'lucide-react/icons/copy';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { ApplicationDetails } from '#domain/applications/staff';
import { formatInstant } from '#domain/format';
import { steps } from '#domain/steps/all';
import { BlockBadges } from '../../cases/flags';
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

/** Name of a step; 0 means that no step is saved. */
export function stepLabel(step: number): string {
  if (step === 0) return 'Nicht gestartet';
  return steps.find(({ number }) => number === step)?.detailsName ?? 'Unbekannt';
}

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
