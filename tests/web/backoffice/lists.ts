/** Every list of the backoffice: its address, its call, what it says, and how it is searched and filtered. */
import { api, href, pages } from '#domain/urls';
import { aCase } from './cases/a-case';
import { insights } from './insights/some-figures';
import { row as returned } from './insurer/returned-file';
import * as listed from './listed';
import { invited } from './preparations/open-call';

export type List = {
  path: string;
  call: string;
  /** In the genitive, as it stands in "Fehler beim Laden". */
  what: string;
  /** What the server sends for these rows. */
  body: (rows: object[], totalPages: number) => unknown;
  /** A row with this text as the name of a person, a horse, a file. */
  row?: (text: string) => object;
  /** What an empty list says. */
  none?: string;
  forbidden?: string;
  paged?: true;
  /** The label of the search, and the button that takes it back. */
  search?: [label: string, back?: string];
  /** Label, name in the address, value that fits no row, and the button that takes it back. */
  filters?: [label: string, name: string, value: string, back?: string][];
};

const pagesOf =
  (name: string, more = {}) =>
  (rows: object[], totalPages: number) => ({ [name]: rows, total: rows.length, totalPages, ...more });
const bare = (rows: object[]) => rows;
const noSearch = 'Suche und Filter zurücksetzen';
const noFilter = 'Filter zurücksetzen';
const evidence = { id: '0f8fad5b-d9cb-469f-a165-70867728950e' };

export const lists: List[] = [
  {
    path: pages.backofficeApplications,
    call: api.staffApplications,
    what: 'der Anträge',
    body: bare,
    row: (horseName) => ({ ...listed.application, horseName }),
    none: 'Keine Anträge gefunden',
    search: ['Anträge durchsuchen'],
    filters: [['Status filtern', 'status', 'completed']],
  },
  {
    path: pages.backofficeCases,
    call: api.cases,
    what: 'der Vorgänge',
    body: pagesOf('cases'),
    row: (contactName) => ({ ...aCase, contactName }),
    none: 'Keine Vorgänge in dieser Ansicht',
    paged: true,
    search: ['Vorgänge durchsuchen'],
  },
  {
    path: pages.backofficeReturns,
    call: api.returns,
    what: 'der Rückmeldungen',
    body: pagesOf('returns'),
    row: (name) => ({ ...returned, name }),
    none: 'Noch keine Rückmeldung',
    paged: true,
  },
  {
    path: pages.backofficeCallbacks,
    call: api.staffCallbacks,
    what: 'der Rückruf-Anfragen',
    body: bare,
    row: (name) => ({ ...listed.callback, name }),
    none: 'Keine Rückruf-Anfragen gefunden',
    search: ['Rückruf-Anfragen durchsuchen', noSearch],
    filters: [['Nach Status filtern', 'status', 'processed', noSearch]],
  },
  {
    path: pages.backofficePreparations,
    call: api.preparations,
    what: 'der vorbereiteten Anträge',
    body: pagesOf('preparations', { waiting: 0 }),
    row: (name) => ({ ...invited, name }),
    none: 'Keine vorbereiteten Anträge',
    paged: true,
    filters: [['Nach Stand filtern', 'state', 'begun', noFilter]],
  },
  {
    path: pages.backofficeOffers,
    call: api.staffOffers,
    what: 'der Angebote',
    body: pagesOf('offers', { sources: { messe: 2, website: 5 } }),
    row: (number) => ({ ...listed.offer, number }),
    none: 'Keine Angebote gefunden',
    paged: true,
    search: ['Angebote durchsuchen', 'Suche zurücksetzen'],
    filters: [['Nach Quelle filtern', 'source', 'website', noSearch]],
  },
  {
    path: pages.backofficeWithdrawals,
    call: api.staffWithdrawals,
    what: 'der Widerrufe',
    body: pagesOf('withdrawals', { open: 1 }),
    row: (name) => ({ ...listed.withdrawal, name }),
    none: 'Keine Widerrufe gefunden',
    paged: true,
    search: ['Widerrufe durchsuchen', noSearch],
    filters: [['Nach Stand filtern', 'state', 'closed', noSearch]],
  },
  {
    path: pages.backofficeEmailLogs,
    call: api.emailLogs,
    what: 'der E-Mail-Logs',
    body: pagesOf('logs'),
    row: (subject) => ({ ...listed.mail, subject }),
    none: 'Keine E-Mails gefunden',
    paged: true,
    filters: [
      ['Nach Typ filtern', 'type', 'reminder_first', noFilter],
      ['Nach Status filtern', 'status', 'bounced', noFilter],
    ],
  },
  {
    path: pages.backofficeUsers,
    call: api.users,
    what: 'der Benutzer',
    body: bare,
    row: (username) => ({ ...listed.user, username }),
    none: 'Keine Benutzer gefunden',
    forbidden: 'Benutzerkonten verwalten nur Administratoren.',
  },
  {
    path: pages.backofficeTariffs,
    call: api.tariffVersions,
    what: 'der Tarife',
    body: bare,
    forbidden: 'Tarife verwalten nur Administratoren.',
  },
  {
    path: pages.backofficeAuditLog,
    call: api.auditLog,
    what: 'des Protokolls',
    body: pagesOf('entries', { chain: { whole: true, firstBroken: null } }),
    row: (username) => listed.auditEntry(1, username, 'forbidden'),
    none: 'Noch keine Einträge',
    forbidden: 'Das Protokoll lesen nur Administratoren.',
    paged: true,
  },
  {
    path: pages.backofficeInsights,
    call: api.insights,
    what: 'der Kennzahlen',
    body: () => insights,
    forbidden: 'Die Kennzahlen sehen nur Administratoren.',
  },
  {
    path: pages.backofficeRetention,
    call: api.retention,
    what: 'des Löschplans',
    body: bare,
    forbidden: 'Den Löschplan sehen nur Administratoren.',
  },
  {
    path: pages.backofficeLaunch,
    call: api.launchCheck,
    what: 'der Startprüfung',
    body: () => ({ ready: true, items: [] }),
    forbidden: 'Die Startprüfung sehen nur Administratoren.',
  },
  {
    path: href(pages.backofficeEvidence, evidence),
    call: href(api.evidence, evidence),
    what: 'der Nachweise',
    body: bare,
    row: (subject) => ({ ...listed.proof, subject }),
    none: 'Noch keine Nachweise',
  },
];
