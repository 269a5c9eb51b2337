/** The visitor's choice about analytics. */
import { consentKeys } from '#domain/analytics';
import { endAnalytics, startAnalytics } from './analytics';
import { readFlag, writeFlag } from './flags';

type Choice = 'undecided' | 'accepted' | 'rejected';

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

/**
 * Deletes the flag, all that analytics has done here, and its cookies. The script cannot set cookies in its frame: they
 * are from versions in which it was a part of the page.
 */
function stopAnalytics() {
  writeFlag(consentKeys.analytics, false);
  endAnalytics();
  for (const pair of document.cookie.split('; ')) {
    const name = pair.split('=')[0] ?? '';
    if (/^_(ga(_.*)?|gid|gat)$/.test(name)) deleteCookie(name);
  }
}

/** A cookie is deleted only with the domain for which it was set: ours, or any above it. */
function deleteCookie(name: string) {
  const labels = location.hostname.split('.');
  const domains = labels.map((_, index) => `; domain=.${labels.slice(index).join('.')}`);
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser
  for (const domain of ['', ...domains]) document.cookie = `${name}=; path=/; max-age=0${domain}`;
}
