/** Events that analytics may see, and the browser storage that says whether it may (spec 2 to 4). */

/** Keys of the browser's local storage; each holds `'true'` or is absent. */
export const consentKeys = {
  accepted: 'cookie-consent-analytics',
  rejected: 'cookie-consent-rejected',
  analytics: 'analytics-consent',
} as const;

/** Cookies of the third-party script that a revocation removes; `_ga_*` stands for every cookie of that start. */
export const analyticsCookies = ['_ga', '_ga_', '_gid', '_gat'] as const;

export type AnalyticsEvent =
  | { event: 'page_view'; page_path: string; page_title: string }
  | { event: 'virtual_page_view'; page_path: string }
  | { event: 'form_step_view'; step: string }
  | { event: 'form_step_leave'; step: string; seconds: number }
  | { event: 'form_step_complete'; step: string; seconds: number }
  | { event: 'form_error'; step: string; fields: string[] }
  | { event: 'form_submit'; successful: boolean }
  | { event: 'form_abandon'; step: string }
  | { event: 'application_created' }
  | { event: 'application_completed' }
  | { event: 'tariff_selected'; tariff: string; deductible: number; frequency: string }
  | { event: 'lead'; lead: Lead };

/** A callback that was asked for. It goes to the page's own event object only, never into an address. */
type Lead = {
  type: 'callback_request';
  source: string;
  name: string;
  phone: string;
  email: string;
  preferredTime: string;
  timestamp: string;
};
