/** Keys of the browser's local storage; each holds `'true'` or is absent. */
export const consentKeys = {
  accepted: 'cookie-consent-analytics',
  rejected: 'cookie-consent-rejected',
  analytics: 'analytics-consent',
} as const;

/** Only plain short words stay: so no route that is added later is forgotten, and no mistyped address with a token. */
export function withoutIds(path: string): string {
  return path.replace(/[^/]*[^/a-z-][^/]*|[^/]{20,}/g, ':id');
}

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

type Lead = {
  type: 'callback_request';
  source: string;
  name: string;
  phone: string;
  email: string;
  preferredTime: string;
  timestamp: string;
};
