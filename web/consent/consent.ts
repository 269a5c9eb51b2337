import { consentKeys } from '#domain/analytics/tracking';
import { readStored, writeStored } from '../storage';
import { endAnalytics, startAnalytics } from './analytics';

type Choice = 'undecided' | 'accepted' | 'rejected';

export function storedChoice(): Choice {
  if (readStored(consentKeys.accepted) === 'true') return 'accepted';
  return readStored(consentKeys.rejected) === 'true' ? 'rejected' : 'undecided';
}

export function choose(choice: 'accepted' | 'rejected') {
  const accepted = choice === 'accepted';
  writeStored(consentKeys.accepted, accepted ? 'true' : null);
  writeStored(consentKeys.rejected, accepted ? null : 'true');
  if (accepted) startAnalytics();
  else stopAnalytics();
}

/**
 * Deletes the flag, all that analytics has done here, and its cookies. The script cannot set cookies in its frame: they
 * are from versions in which it was a part of the page.
 */
function stopAnalytics() {
  writeStored(consentKeys.analytics, null);
  endAnalytics();
  for (const pair of cookies().split('; ')) {
    const name = pair.split('=')[0] ?? '';
    if (/^_(ga(_.*)?|gid|gat)$/.test(name)) deleteCookie(name);
  }
}

/** A browser may refuse them, as it may the storage. */
function cookies(): string {
  try {
    return document.cookie;
  } catch {
    return '';
  }
}

/** A cookie is deleted only with the domain for which it was set: ours, or any above it. */
function deleteCookie(name: string) {
  const labels = location.hostname.split('.');
  const domains = labels.map((_, index) => `; domain=.${labels.slice(index).join('.')}`);
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser
  for (const domain of ['', ...domains]) document.cookie = `${name}=; path=/; max-age=0${domain}`;
}
