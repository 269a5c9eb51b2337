/** The visitor's choice about analytics: where it is stored, and what follows from it (spec 4, "Cookie consent"). */
import { consentKeys } from '#domain/analytics';
import { startAnalytics, stopAnalytics } from './analytics';

export type Choice = 'undecided' | 'accepted' | 'rejected';

/** The stored choice. */
export function storedChoice(): Choice {
  if (read(consentKeys.accepted)) return 'accepted';
  return read(consentKeys.rejected) ? 'rejected' : 'undecided';
}

/** Stores a choice and does what it says; the two flags exclude each other. */
export function choose(choice: 'accepted' | 'rejected') {
  const accepted = choice === 'accepted';
  write(consentKeys.accepted, accepted);
  write(consentKeys.rejected, !accepted);
  if (accepted) startAnalytics();
  else stopAnalytics();
}

/** On loading a page: an accepted flag starts analytics. */
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
