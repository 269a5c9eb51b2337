/** Every page path, API path and link of the product, once. Server, pages and mails build addresses here. */

/** Pages a person opens. */
export const pages = {
  home: '/',
  calculator: '/calculator',
  privacy: '/datenschutz',
  imprint: '/impressum',
  login: '/login',
  wizard: '/application',
  backoffice: '/backoffice',
  application: (id: string) => `/application/${id}`,
  backofficeApplication: (id: string) => `/backoffice/applications/${id}`,
  backofficeCallbacks: '/backoffice/callbacks',
  callback: '/#callback',
  /** Success card of the callback form for browsers without JavaScript. */
  callbackSent: (source: string | null) =>
    `/?callback=ok${source ? `&source=${encodeURIComponent(source)}` : ''}#callback`,
} as const;

/** Sections of the landing page that the header menu scrolls to. */
export const anchors = {
  benefits: '/#benefits',
  tariffs: '/#tariffs',
  examples: '/#examples',
  faq: '/#faq',
} as const;

/** Routes of the HTTP API, as the router names them. */
export const apiRoutes = {
  application: '/api/applications/:id',
  step: '/api/applications/:id/step',
  complete: '/api/applications/:id/complete',
  set: <Key extends string>(key: Key) => `/api/applications/:id/${key}` as const,
  tariffs: '/api/tariffs',
  bank: '/api/banks/:bankCode',
  callbackRequests: '/api/callback-requests',
  login: '/api/auth/login',
  currentUser: '/api/auth/user',
  health: '/health',
  docs: '/api/docs',
} as const;

/** Addresses of single things in the HTTP API. */
export const api = {
  application: (id: string) => `/api/applications/${id}`,
  step: (id: string) => `/api/applications/${id}/step`,
  complete: (id: string) => `/api/applications/${id}/complete`,
  set: (id: string, key: string) => `/api/applications/${id}/${key}`,
  tariffs: '/api/tariffs',
  bank: (bankCode: string) => `/api/banks/${bankCode}`,
  callbackRequests: '/api/callback-requests',
} as const;
