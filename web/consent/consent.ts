/** The visitor's choice about analytics. */
import { consentKeys } from '#domain/analytics';
import { startAnalytics, stopAnalytics } from './analytics';

export type Choice = 'undecided' | 'accepted' | 'rejected';

export function storedChoice(): Choice {
  if (read(consentKeys.accepted)) return 'accepted';
  return read(consentKeys.rejected) ? 'rejected' : 'undecided';
}

/** Stores a choice, and starts or stops analytics. */
export function choose(choice: 'accepted' | 'rejected') {
  const accepted = choice === 'accepted';
  write(consentKeys.accepted, accepted);
  write(consentKeys.rejected, !accepted);
  if (accepted) startAnalytics();
  else stopAnalytics();
}

/** When a page loads: starts analytics if the visitor has agreed. */
export function resumeAnalytics() {
  if (storedChoice() === 'accepted') startAnalytics();
}

function read(key: string): boolean {
  try {
    return localStorage.getItem(key) === 'true';
  } catch {
    return false;
  }
}

function write(key: string, on: boolean) {
  try {
    if (on) localStorage.setItem(key, 'true');
    else localStorage.removeItem(key);
  } catch {}
}
