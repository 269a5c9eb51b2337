/** State of the staff lists as it stands in the address; what is at its default stays out of it. */
import {
  type EmailLogSortField,
  emailLogSortFields,
  type SortDirection,
  sortDirections,
} from '#domain/backoffice/mail-log';
import { type EmailType, emailTypes } from '#domain/mails';

type Given = Record<string, unknown>;

export const applicationSortFields = ['id', 'status', 'currentStep', 'createdAt', 'lastUpdated'] as const;
export type ApplicationSortField = (typeof applicationSortFields)[number];
export const applicationStates = ['completed', 'incomplete'] as const;
export type ApplicationState = (typeof applicationStates)[number];
export type ApplicationsSearch = {
  q?: string;
  status?: ApplicationState;
  sort?: ApplicationSortField;
  dir?: SortDirection;
};

export function applicationsSearch(given: Given): ApplicationsSearch {
  return {
    q: textOf(given.q),
    status: oneOf(applicationStates, given.status),
    sort: oneOf(applicationSortFields, given.sort),
    dir: oneOf(sortDirections, given.dir),
  };
}

export const callbackSortFields = ['name', 'phone', 'processed', 'createdAt'] as const;
export type CallbackSortField = (typeof callbackSortFields)[number];
export const callbackStates = ['pending', 'processed'] as const;
export type CallbackState = (typeof callbackStates)[number];
export type CallbacksSearch = {
  q?: string;
  status?: CallbackState;
  sort?: CallbackSortField;
  dir?: SortDirection;
};

export function callbacksSearch(given: Given): CallbacksSearch {
  return {
    q: textOf(given.q),
    status: oneOf(callbackStates, given.status),
    sort: oneOf(callbackSortFields, given.sort),
    dir: oneOf(sortDirections, given.dir),
  };
}

export type EmailLogsSearch = {
  /** From 1. */
  page?: number;
  type?: EmailType;
  sort?: EmailLogSortField;
  dir?: SortDirection;
};

export function emailLogsSearch(given: Given): EmailLogsSearch {
  return {
    page: pageOf(given.page),
    type: oneOf(emailTypes, given.type),
    sort: oneOf(emailLogSortFields, given.sort),
    dir: oneOf(sortDirections, given.dir),
  };
}

/** From 1. */
export type AuditLogSearch = { page?: number };

export function auditLogSearch(given: Given): AuditLogSearch {
  return { page: pageOf(given.page) };
}

export const dashboardTabs = ['applications', 'callbacks'] as const;
export type DashboardTab = (typeof dashboardTabs)[number];

export function dashboardSearch(given: Given): { tab?: DashboardTab } {
  return { tab: oneOf(dashboardTabs, given.tab) };
}

export const detailTabs = ['horse', 'contact', 'tariff', 'policyholder', 'sepa', 'emails'] as const;
export type DetailTab = (typeof detailTabs)[number];

export function detailsSearch(given: Given): { tab?: DetailTab } {
  return { tab: oneOf(detailTabs, given.tab) };
}

function oneOf<T extends string>(values: readonly T[], value: unknown): T | undefined {
  return values.find((known) => known === value);
}

/** Digits alone arrive as a number: the address is read as JSON. */
function textOf(value: unknown): string | undefined {
  const text = typeof value === 'number' ? String(value) : value;
  return typeof text === 'string' && text !== '' ? text.slice(0, 200) : undefined;
}

/** More pages no log has; the server refuses far larger numbers. */
const lastPage = 1_000_000;

function pageOf(value: unknown): number | undefined {
  const page = Number(value);
  return Number.isInteger(page) && page > 1 && page <= lastPage ? page : undefined;
}
