/** Behaviour of the cookie banner, without React. The banner is hidden, or shows the choice or the settings. */

import { consentKeys } from '#domain/analytics/tracking';
import { readStored, writeStored } from '../storage';
import { endAnalytics, resumeAnalytics, startAnalytics } from './analytics';

export function startCookieBanner() {
  resumeAnalytics();
  const isDecided = isStored(consentKeys.accepted) || isStored(consentKeys.rejected);
  if (!isDecided && !banner()?.dataset.quiet) show('choice');
  listenToCookieBanner();
  makeRoom();
}

/** The style sheet leaves so much free at the lower edge that the question hides nothing that has the focus. */
function makeRoom() {
  const open = banner();
  if (!open) return;
  const { style } = document.documentElement;
  new ResizeObserver(() =>
    style.setProperty('--banner', `${open.offsetHeight && open.offsetHeight + 32}px`),
  ).observe(open);
}

function listenToCookieBanner() {
  document.addEventListener('click', (event) => {
    const target =
      event.target instanceof Element ? event.target.closest<HTMLElement>('[data-consent]') : null;
    if (target) actions[target.dataset.consent ?? '']?.();
  });
}

/** The button in the footer, once it has opened the banner. */
let opener: HTMLElement | null;

const actions: Record<string, () => void> = {
  open: () => {
    opener = document.querySelector<HTMLElement>('[data-consent="open"]');
    ask();
  },
  accept: () => decide(true),
  reject: () => decide(false),
  settings: () => {
    const toggle = analyticsToggle();
    if (toggle) toggle.checked = isStored(consentKeys.accepted);
    show('settings');
    toggle?.focus();
  },
  back: ask,
  save: () => decide(analyticsToggle()?.checked === true),
};

function decide(accepted: boolean) {
  writeStored(consentKeys.accepted, accepted ? 'true' : null);
  writeStored(consentKeys.rejected, accepted ? null : 'true');
  if (accepted) startAnalytics();
  else stopAnalytics();
  const open = banner();
  if (open) open.hidden = true;
  // the pressed button is hidden now, and would lose the focus to the top of the page
  opener?.focus();
}

function ask() {
  show('choice');
  banner()?.querySelector<HTMLElement>('button')?.focus();
}

function show(view: 'choice' | 'settings') {
  const open = banner();
  if (!open) return;
  for (const part of open.querySelectorAll<HTMLElement>('[data-view]'))
    part.hidden = part.dataset.view !== view;
  open.hidden = false;
  open.scrollTop = 0;
}

function banner(): HTMLElement | null {
  return document.getElementById('cookie-banner');
}

function analyticsToggle(): HTMLInputElement | null {
  return document.querySelector('#cookies-analytics');
}

function isStored(key: string): boolean {
  return readStored(key) === 'true';
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
