/**
 * Analytics of the site. Without consent nothing is loaded, stored or sent. The third-party script runs in a frame that
 * cannot read anything of the page: it only gets the events (decision 029). The page reads nothing that the frame sends.
 */
import { type AnalyticsEvent, consentKeys, withoutIds } from '#domain/analytics/tracking';
import { readStored, writeStored } from '../storage';

declare global {
  interface Window {
    dataLayer?: AnalyticsEvent[];
  }
}

/** Name of the meta element with the frame's address. Pages without a frame have none. */
export const frameMeta = 'analytics-frame';

let frame: HTMLIFrameElement | undefined;
/** The window of the frame as soon as it listens. Until then events wait in `dataLayer`. */
let reader: Window | null | undefined;
let openPage: string | undefined;

function isTracking(): boolean {
  return readStored(consentKeys.analytics) === 'true';
}

export function track(event: AnalyticsEvent) {
  if (!isTracking()) return;
  window.dataLayer ??= [];
  window.dataLayer.push(event);
  send(event);
}

/** Records a page view, once until the page changes. Ids and tokens are left out: they give access to what they name. */
export function trackPage() {
  const page_path = withoutIds(location.pathname);
  if (!isTracking() || page_path === openPage) return;
  openPage = page_path;
  track({ event: 'page_view', page_path, page_title: document.title });
  track({ event: 'virtual_page_view', page_path });
}

/** When a page loads: starts analytics if the visitor has agreed. Ends it when another tab withdraws the consent. */
export function resumeAnalytics() {
  if (readStored(consentKeys.accepted) === 'true') startAnalytics();
  // a page that the browser kept while another one was shown has missed the change of the storage
  addEventListener('storage', endWithoutConsent);
  addEventListener('pageshow', endWithoutConsent);
}

export function startAnalytics() {
  if (!writeStored(consentKeys.analytics, 'true')) return;
  const address = document.querySelector<HTMLMetaElement>(`meta[name="${frameMeta}"]`)?.content;
  if (address && !frame) openFrame(address);
  trackPage();
}

export function endAnalytics() {
  frame?.remove();
  frame = reader = openPage = undefined;
  delete window.dataLayer;
}

function openFrame(address: string) {
  frame = Object.assign(document.createElement('iframe'), {
    hidden: true,
    referrerPolicy: 'no-referrer',
    sandbox: 'allow-scripts',
    src: address,
  });
  const begin = () => {
    reader = frame?.contentWindow;
    for (const event of window.dataLayer ?? []) send(event);
  };
  // a script that loads its frame anew gets nothing twice
  frame.addEventListener('load', begin, { once: true });
  document.body.append(frame);
}

/** The frame has no origin that could be named here. */
function send(event: AnalyticsEvent) {
  reader?.postMessage(event, '*');
}

function endWithoutConsent() {
  if (!isTracking()) endAnalytics();
}
