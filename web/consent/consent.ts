/** The visitor's choice about analytics. */
import { consentKeys } from '#domain/analytics';
import { startAnalytics, stopAnalytics } from './analytics';
import { readFlag, writeFlag } from './flags';

export type Choice = 'undecided' | 'accepted' | 'rejected';

export function storedChoice(): Choice {
  if (readFlag(consentKeys.accepted)) return 'accepted';
  return readFlag(consentKeys.rejected) ? 'rejected' : 'undecided';
}

/** Stores a choice, and starts or stops analytics. */
export function choose(choice: 'accepted' | 'rejected') {
  const accepted = choice === 'accepted';
  writeFlag(consentKeys.accepted, accepted);
  writeFlag(consentKeys.rejected, !accepted);
  if (accepted) startAnalytics();
  else stopAnalytics();
}

/** When a page loads: starts analytics if the visitor has agreed. */
export function resumeAnalytics() {
  if (storedChoice() === 'accepted') startAnalytics();
}
