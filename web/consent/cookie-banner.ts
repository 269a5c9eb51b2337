/** Behaviour of the cookie banner, without React. The banner is hidden, or shows the choice or the settings. */
import { resumeAnalytics } from './analytics';
import { choose, storedChoice } from './consent';

/** Shows the banner if the visitor has not decided yet, unless it is quiet. */
export function startCookieBanner() {
  resumeAnalytics();
  if (storedChoice() === 'undecided' && !banner()?.dataset.quiet) show('choice');
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
  accept: () => decide('accepted'),
  reject: () => decide('rejected'),
  settings: () => {
    const toggle = analyticsToggle();
    if (toggle) toggle.checked = storedChoice() === 'accepted';
    show('settings');
    toggle?.focus();
  },
  back: ask,
  save: () => decide(analyticsToggle()?.checked ? 'accepted' : 'rejected'),
};

function decide(choice: 'accepted' | 'rejected') {
  choose(choice);
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
