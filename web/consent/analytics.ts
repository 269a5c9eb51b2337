/** All analytics of the site. Without consent nothing is loaded, stored or sent. */
import { type AnalyticsEvent, analyticsCookies, consentKeys } from '#domain/analytics';
import { readFlag, writeFlag } from './flags';

declare global {
  interface Window {
    dataLayer?: AnalyticsEvent[];
  }
}

/** Name of the meta element with the script's address. The page has none if no script is configured. */
export const scriptMeta = 'analytics-script';

function isTracking(): boolean {
  return readFlag(consentKeys.analytics);
}

/** Records an event if the visitor has agreed. */
export function track(event: AnalyticsEvent) {
  if (!isTracking()) return;
  window.dataLayer ??= [];
  window.dataLayer.push(event);
}

let openPage: string | null = null;

/**
 * Records a page view, once until the page changes. Ids and tokens are left out, because they give access to what they
 * name.
 */
export function trackPage() {
  const page_path = location.pathname.replace(/[0-9a-f]{8}-[0-9a-f-]{27}|[\w-]{43}/i, ':id');
  if (!isTracking() || page_path === openPage) return;
  openPage = page_path;
  track({ event: 'page_view', page_path, page_title: document.title });
  track({ event: 'virtual_page_view', page_path });
}

/** Stores the flag, loads the configured script once, and records the open page. */
export function startAnalytics() {
  if (!writeFlag(consentKeys.analytics, true)) return;
  const source = document.querySelector<HTMLMetaElement>(`meta[name="${scriptMeta}"]`)?.content;
  if (source && !document.querySelector('script[data-analytics]')) {
    const script = document.createElement('script');
    script.async = true;
    script.src = source;
    script.dataset.analytics = '';
    document.head.append(script);
  }
  trackPage();
}

/** Deletes the flag, the recorded events and the script's cookies. */
export function stopAnalytics() {
  writeFlag(consentKeys.analytics, false);
  document.querySelector('script[data-analytics]')?.remove();
  delete window.dataLayer;
  openPage = null;
  for (const pair of document.cookie.split('; ')) {
    const name = pair.split('=')[0] ?? '';
    if (isAnalyticsCookie(name)) deleteCookie(name);
  }
}

function isAnalyticsCookie(name: string): boolean {
  return analyticsCookies.some((known) => name === known || (known === '_ga_' && name.startsWith(known)));
}

/** A cookie is deleted only with the domain for which it was set: ours, or any above it. */
function deleteCookie(name: string) {
  const labels = location.hostname.split('.');
  const domains = labels.map((_, index) => `; domain=.${labels.slice(index).join('.')}`);
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser
  for (const domain of ['', ...domains]) document.cookie = `${name}=; path=/; max-age=0${domain}`;
}
