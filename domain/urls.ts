export type NameIn<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | NameIn<Rest>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;

export function href<Path extends string>(path: Path, parts: Record<NameIn<Path>, string>): string {
  return path.replace(/:(\w+)/g, (_, name: NameIn<Path>) => encodeURIComponent(parts[name]));
}

/** Pages of staff. The server sends the same HTML for each; `web/backoffice/screens.ts` lists the screens. */
export const staffPages = {
  login: '/login',
  backoffice: '/backoffice',
  backofficeSearch: '/backoffice/search',
  backofficeApplications: '/backoffice/applications',
  backofficeApplication: '/backoffice/applications/:id',
  backofficeEvidence: '/backoffice/applications/:id/evidence',
  backofficeCases: '/backoffice/cases',
  backofficeReturns: '/backoffice/returns',
  backofficeCallbacks: '/backoffice/callbacks',
  backofficePreparations: '/backoffice/preparations',
  backofficeOffers: '/backoffice/offers',
  backofficeWithdrawals: '/backoffice/withdrawals',
  backofficeEmailLogs: '/backoffice/email-logs',
  backofficeUsers: '/backoffice/users',
  backofficeAccount: '/backoffice/account',
  backofficePassword: '/backoffice/change-password',
  backofficeSecondFactor: '/backoffice/second-factor',
  backofficeAuditLog: '/backoffice/audit-log',
  backofficeLaunch: '/backoffice/launch',
  backofficeTariffs: '/backoffice/tariffs',
  backofficeRetention: '/backoffice/retention',
  backofficeInsights: '/backoffice/insights',
  backofficeProofs: '/backoffice/evidence',
} as const;

/** Pages of visitors to which a script leads. The scripts of wizard and landing page contain only these. */
export const publicPages = {
  home: '/',
  calculator: '/calculator',
  privacy: '/datenschutz',
  document: '/unterlagen/:kind',
  application: '/application/:id',
  callback: '/#callback',
  tariffs: '/#tariffs',
  offer: '/angebot',
} as const;

/** All pages. Made by a call that may be left out, so that scripts which need no pages of staff contain none. */
export const pages = /* @__PURE__ */ Object.assign(
  {
    /** Linked from the dashboard, but not built yet: they show the 404 page. */
    backofficeSettings: '/backoffice/settings',
    backofficeReports: '/backoffice/reports',
    imprint: '/impressum',
    documents: '/unterlagen',
    documentFile: '/unterlagen/:kind/:file',
    /** The file of this kind, for the last line of each page and mail. */
    initialInformation: '/unterlagen/erstinformation',
    accessibility: '/barrierefreiheit',
    complaints: '/impressum#beschwerde',
    wizard: '/application',
    withdrawal: '/vertrag-widerrufen',
    withdrawalOf: (applicationId: string) => `/vertrag-widerrufen?antrag=${applicationId}`,
    withdrawalReceipt: '/vertrag-widerrufen/:token',
    withdrawalDocument: '/vertrag-widerrufen/:token/bestaetigung.pdf',
    status: '/status/:token',
    linkSent: '/zugangslink',
    linksEnded: '/zugangslink/beendet',
    resume: '/fortsetzen/:token',
    stopReminders: '/erinnerungen/:token/abbestellen',
    ownData: '/meine-daten',
    ownDataOf: '/meine-daten/:token',
    /** The success card of the callback form, for browsers without JavaScript. */
    callbackSent: (source: string | null) =>
      `/?callback=ok${source ? `&source=${encodeURIComponent(source)}` : ''}#callback`,
    confirmation: '/bestaetigen/:token',
    /** Says that nobody will call any more about a request, by the link in its mail. */
    stopCalls: '/rueckruf/:token/abbestellen',
    precheck: '/vorpruefung',
    whatIsLeft: '/was-bleibt',
    offerSent: '/angebot/gesendet',
    offerDeleted: '/angebot/geloescht',
    offerOf: '/angebot/:token',
    offerFile: '/angebot/:token/angebot.pdf',
    mailPreview: '/dev/mails',
    mailPreviewOf: '/dev/mails/:kind',
    analyticsFrame: '/analytics-frame',
  } as const,
  staffPages,
  publicPages,
);

export const anchors = {
  benefits: '/#benefits',
  tariffs: publicPages.tariffs,
  examples: '/#examples',
  faq: '/#faq',
} as const;

export const backofficeApi = '/api/backoffice';

/** What the wizard calls. Its script contains only these. */
export const wizardApi = {
  application: '/api/applications/:id',
  step: '/api/applications/:id/step',
  declarations: '/api/applications/:id/declarations',
  complete: '/api/applications/:id/complete',
  accessLink: '/api/applications/:id/link',
  anotherHorse: '/api/applications/:id/another-horse',
  set: <Key extends string>(key: Key) => `/api/applications/:id/${key}` as const,
  tariffs: '/api/tariffs',
  disclosedDocuments: '/api/applications/:id/documents',
  bank: '/api/banks/:bankCode',
} as const;

/** Every call. Made by a call that may be left out, so that the wizard's script contains only its own. */
export const api = /* @__PURE__ */ Object.assign(
  {
    prefill: '/api/applications/:id/prefill',
    documents: '/api/documents',
    emailDomain: '/api/email-domains/:domain',
    places: '/api/places/:zipCode',
    callbackRequests: '/api/callback-requests',
    withdrawals: '/api/withdrawals',
    confirmation: '/api/confirmations/:token',
    offers: '/api/offers',
    beginFromOffer: '/api/offers/:token/application',
    deleteOffer: '/api/offers/:token/delete',
    login: '/api/auth/login',
    currentUser: '/api/auth/user',
    logout: '/api/auth/logout',
    changePassword: '/api/auth/change-password',
    secondFactor: '/api/auth/second-factor',
    sessions: '/api/auth/sessions',
    session: '/api/auth/sessions/:id',
    status: '/api/status/:token',
    answerStatus: '/api/status/:token/answer',
    revokeStatus: '/api/status/:token/revoke',
    statusDocument: '/api/status/:token/document',
    anotherHorseByLink: '/api/status/:token/another-horse',
    privacyRequests: '/api/privacy-requests',
    exportOwnData: '/api/privacy/:token/export',
    eraseOwnData: '/api/privacy/:token/erase',
    health: '/health',
    ready: '/ready',
    metrics: '/metrics',
    mailIn: '/api/mail-in',
    docs: '/api/docs',
    dashboard: '/api/backoffice/dashboard',
    search: '/api/backoffice/search',
    staffApplications: '/api/backoffice/applications',
    staffApplication: '/api/backoffice/applications/:id',
    bulkDelete: '/api/backoffice/applications/bulk-delete',
    details: '/api/backoffice/applications/:id/details',
    document: '/api/backoffice/applications/:id/document',
    evidence: '/api/backoffice/applications/:id/evidence',
    disclosure: '/api/backoffice/applications/:id/disclosure',
    advice: '/api/backoffice/applications/:id/advice',
    endLinks: '/api/backoffice/applications/:id/end-links',
    resendReminder: '/api/backoffice/applications/:id/resend-reminder',
    staffCallbacks: '/api/backoffice/callback-requests',
    processCallback: '/api/backoffice/callback-requests/:id/process',
    staffCallback: '/api/backoffice/callback-requests/:id',
    calls: '/api/backoffice/callback-requests/:id/calls',
    preparations: '/api/backoffice/preparations',
    preparation: '/api/backoffice/preparations/:id',
    invitePreparation: '/api/backoffice/preparations/:id/invite',
    staffOffers: '/api/backoffice/offers',
    staffOffer: '/api/backoffice/offers/:id',
    staffWithdrawals: '/api/backoffice/withdrawals',
    assignWithdrawal: '/api/backoffice/withdrawals/:id/assign',
    closeWithdrawal: '/api/backoffice/withdrawals/:id/close',
    closeWithdrawals: '/api/backoffice/withdrawals/close',
    cases: '/api/backoffice/cases',
    caseCounts: '/api/backoffice/cases/counts',
    nextCase: '/api/backoffice/cases/next',
    bulkCases: '/api/backoffice/cases/bulk',
    case: '/api/backoffice/cases/:id',
    caseNotes: '/api/backoffice/cases/:id/notes',
    caseNote: '/api/backoffice/cases/:id/notes/:noteId',
    caseHistory: '/api/backoffice/cases/:id/history',
    caseConfirmation: '/api/backoffice/cases/:id/confirmation',
    casePreview: '/api/backoffice/cases/:id/preview',
    caseTemplates: '/api/backoffice/cases/:id/templates',
    staff: '/api/backoffice/staff',
    handovers: '/api/backoffice/handovers',
    handoverFile: '/api/backoffice/handovers/:id/file',
    confirmHandover: '/api/backoffice/handovers/:id/confirm',
    returns: '/api/backoffice/returns',
    return: '/api/backoffice/returns/:id',
    matchReturn: '/api/backoffice/returns/:id/match',
    applyReturn: '/api/backoffice/returns/:id/apply',
    tariffVersions: '/api/backoffice/tariffs',
    tariffVersion: '/api/backoffice/tariffs/:id',
    releaseTariffs: '/api/backoffice/tariffs/:id/release',
    emailLogs: '/api/backoffice/email-logs',
    resendMail: '/api/backoffice/email-logs/:id/resend',
    resendFailedMails: '/api/backoffice/email-logs/resend-failed',
    users: '/api/backoffice/users',
    user: '/api/backoffice/users/:id',
    endSessions: '/api/backoffice/users/:id/end-sessions',
    lostSecondFactor: '/api/backoffice/users/:id/second-factor',
    auditLog: '/api/backoffice/audit-log',
    launchCheck: '/api/backoffice/launch-check',
    siteState: '/api/backoffice/site-state',
    insights: '/api/backoffice/insights',
    retention: '/api/backoffice/retention',
    searchEvidence: '/api/backoffice/evidence/search',
  } as const,
  wizardApi,
);

export const applicationParameter = 'antrag';

export function documentName(id: string): string {
  return `Antrag-${id.slice(0, 8)}.pdf`;
}
