/** How far somebody has come whom we have written to. */
import { noCallsLabel } from '#domain/callbacks/calls';
import { type OfferState, offerStates } from '#domain/offers/offers';
import { type PreparationState, preparationStates } from '#domain/preparations/preparations';
import { Badge, type BadgeTone } from '../ui/notices';

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
  return <Badge tone={tones[state]}>{offerStates[state]}</Badge>;
}

export function NoCalls({ noCalls }: { noCalls: boolean }) {
  // the longest of all badges
  return noCalls ? (
    <Badge tone="negative" wraps>
      {noCallsLabel}
    </Badge>
  ) : null;
}

export function Undeliverable({ undeliverable }: { undeliverable: boolean }) {
  return undeliverable ? <Badge tone="negative">E-Mail kam zurück</Badge> : null;
}
