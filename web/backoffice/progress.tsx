/** How far somebody has come whom we have written to. */
import type { ReactNode } from 'react';
import { noCallsLabel } from '#domain/callbacks/calls';
import { answerByMail } from '#domain/cases/statuses';
import { formatInstant } from '#domain/format';
import type { Reply } from '#domain/lists';
import { type OfferState, offerStates } from '#domain/offers';
import { type PreparationState, preparationStates } from '#domain/preparations/preparations';
import { Badge, type BadgeTone } from '../ui/notices';
import { LongText } from './table/cells';

const tones: Record<PreparationState & OfferState, BadgeTone> = {
  open: 'waiting',
  begun: 'waiting',
  completed: 'positive',
  expired: 'neutral',
};

export function PreparationBadge({ state }: { state: PreparationState }) {
  return <Badge tone={tones[state]}>{preparationStates[state]}</Badge>;
}

export function OfferBadge({ state }: { state: OfferState }) {
  return (
    <Badge tone={tones[state]} wraps>
      {offerStates[state]}
    </Badge>
  );
}

export function NoCalls({ noCalls }: { noCalls: boolean }) {
  // the longest of all badges
  return noCalls ? (
    <Badge tone="negative" wraps>
      {noCallsLabel}
    </Badge>
  ) : null;
}

type StandingProps = { badge: ReactNode; undeliverable: boolean; reply: Reply | null; children?: ReactNode };

/** The badges of a row, what follows them, and what its person answered by mail. */
export function Standing({ badge, undeliverable, reply, children }: StandingProps) {
  return (
    <>
      <span className="inline-flex flex-wrap gap-1">
        {badge}
        {undeliverable ? <Badge tone="negative">E-Mail kam zurück</Badge> : null}
      </span>
      {children}
      {reply ? <MailReply {...reply} /> : null}
    </>
  );
}

function MailReply({ at, text }: Reply) {
  return (
    <div className="mt-1 max-w-2xs text-sm">
      <Badge tone="positive" wraps>
        {answerByMail}
      </Badge>{' '}
      <time dateTime={at} className="inline-block tabular-nums text-ink-soft">
        {formatInstant(at)}
      </time>
      <div>
        <LongText text={text} />
      </div>
    </div>
  );
}
