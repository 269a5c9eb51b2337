/** Who runs the site: what `OPERATOR_DIR/operator.toml` says, with placeholders for what it leaves out. */

import type { MessageTemplate } from '../cases/messages';
import { phoneHref } from '../hrefs';
import { pick } from '../keys';
import type { PublicState } from '../site-state';
import * as built from './company';
import { type Office, type OfficeKey, offices } from './offices';

export const intermediaryStatuses = ['tied_agent', 'agent', 'broker'] as const;
export type IntermediaryStatus = (typeof intermediaryStatuses)[number];

/** `verified`: the operator has checked that a customer said it. All have the same kind. */
type Testimonial = { kind: 'example' | 'verified'; text: string; name: string; horse?: string };

type Texts<T> = { readonly [Name in keyof T]: string };
type Analytics = Readonly<Record<'name' | 'provider' | 'country' | 'purpose', string>>;
type Company = Texts<typeof built.company>;

/** A column of a file for the insurer: what stands above it, and a key of `handoverFacts`. */
export type HandoverColumn = { title: string; fact: string };

export type Operator = {
  readonly brand: Texts<typeof built.brand>;
  readonly company: Company & { readonly phoneHref: string };
  readonly insurer: Texts<Omit<typeof built.insurer, 'productLines'>> & {
    readonly productLines: readonly string[];
  };
  readonly creditor: Texts<typeof built.creditor>;
  readonly mail: Texts<typeof built.mail>;
  readonly legal: {
    readonly status: IntermediaryStatus;
    /** False: the file does not name the status. */
    readonly statusGiven: boolean;
    /** Who granted the permission that `agent` and `broker` need (§ 34d Abs. 1 GewO). */
    readonly permission: Office | null;
    /** Day up to whose version a lawyer has confirmed the wordings, `YYYY-MM-DD`; null: none. */
    readonly wordingsConfirmed: string | null;
    /** Of the operator's own changes to the legal pages, `YYYY-MM-DD`. */
    readonly textsDate: string | null;
    readonly accessibilityDate: string;
    /** How testimonials were verified (§ 5b Abs. 3 UWG); null: not said. */
    readonly testimonialsChecked: string | null;
    /** In percent of a premium; 0: not said. */
    readonly insuranceTaxPercent: number;
  } & Readonly<Record<OfficeKey, Office>>;
  /** Null: nothing measures. With an empty provider nobody has said what does: the name is its host. */
  readonly analytics: Analytics | null;
  /** Null: the usual ones. */
  readonly handover: { readonly columns: readonly HandoverColumn[] | null };
  readonly testimonials: readonly Testimonial[];
  readonly templates: readonly MessageTemplate[];
};

/** What a hydrated page gets: nothing that only legal pages, mails or staff need. */
export type PageOperator = Pick<Operator, 'brand' | 'company' | 'insurer' | 'creditor'> & {
  /** Only on pages that ask about cookies. */
  readonly analytics?: Operator['analytics'];
  readonly legal: Pick<Operator['legal'], 'status' | 'insuranceTaxPercent'>;
} & PublicState;

/** What an operator file may say; every key is optional. In `company`, `-` stands for what the operator does not have. */
export type OperatorFile = {
  brand?: Partial<Operator['brand']>;
  company?: Partial<Company>;
  insurer?: Partial<Operator['insurer']>;
  creditor?: Partial<Operator['creditor']>;
  mail?: Partial<Operator['mail']>;
  legal?: Partial<Omit<Operator['legal'], 'statusGiven'>>;
  analytics?: Analytics;
  handover?: Partial<Operator['handover']>;
  testimonials?: Testimonial[];
  templates?: MessageTemplate[];
};

/** In place of a value that an operator does not have, such as a VAT id. */
export const none = '-';

export function operatorOf(file: OperatorFile): Operator {
  const brand = { ...built.brand, ...file.brand };
  const company = companyOf({ ...built.company, ...file.company });
  return {
    brand,
    company,
    insurer: { ...built.insurer, ...file.insurer },
    creditor: { ...built.creditor, ...file.creditor },
    mail: mailOf({ ...built.mail, ...file.mail }, brand.name, company.email),
    legal: {
      status: 'tied_agent',
      statusGiven: file.legal?.status !== undefined,
      permission: null,
      wordingsConfirmed: null,
      textsDate: null,
      accessibilityDate: '2026-11-22',
      testimonialsChecked: null,
      insuranceTaxPercent: 19,
      ...offices,
      ...file.legal,
    },
    analytics: file.analytics ?? null,
    handover: { columns: null, ...file.handover },
    testimonials: file.testimonials ?? built.testimonials,
    templates: file.templates ?? [],
  };
}

function companyOf(company: Company): Operator['company'] {
  const has = (value: string) => (value === none ? '' : value);
  const { managingDirectors, registerCourt, registerNumber, vatId, phone } = company;
  const abroad = /^\(?(\+|00)/.test(phone) ? phone : `+49 ${phone}`;
  return {
    ...company,
    managingDirectors: has(managingDirectors),
    registerCourt: has(registerCourt),
    registerNumber: has(registerNumber),
    vatId: has(vatId),
    phoneHref: phoneHref(abroad) ?? '',
  };
}

/** Once the brand and the company have their own values, no mail comes from a placeholder or goes to one. */
function mailOf(given: Operator['mail'], brandName: string, email: string): Operator['mail'] {
  const own = <T>(value: T, placeholder: T, instead: T) => (value === placeholder ? instead : value);
  const internal = own(email, built.company.email, built.mail.internalTo);
  return {
    from: own(given.from, built.mail.from, email),
    fromName: own(given.fromName, built.mail.fromName, brandName),
    internalTo: own(given.internalTo, built.mail.internalTo, internal),
  };
}

export const placeholders: Operator = operatorOf({});

export function pageOperator(operator: Operator, state: PublicState = {}): PageOperator {
  const legal = pick(operator.legal, 'status', 'insuranceTaxPercent');
  return { ...pick(operator, 'brand', 'company', 'insurer', 'creditor'), legal, ...state };
}

/** Placeholders that an operator may keep, because they can be true. */
const mayStay = [
  'brand.claim',
  'company.phoneHref',
  'company.registerUrl',
  'company.serviceHours',
  'company.state',
  'insurer.productLines',
];

type PlaceholderSection = 'brand' | 'company' | 'insurer' | 'creditor' | 'legal';

/** Such as `company.phone`. `[legal]` needs the status and, with `agent` or `broker`, the office of the permission. */
export function openKeys(operator: Operator): Record<PlaceholderSection, string[]> {
  const { status, statusGiven, permission } = operator.legal;
  const unfilled = (section: Exclude<PlaceholderSection, 'legal'>) =>
    Object.entries(operator[section])
      .filter(([name, value]) => value === Reflect.get(placeholders[section], name))
      .map(([name]) => `${section}.${name}`)
      .filter((key) => !mayStay.includes(key));
  return {
    brand: unfilled('brand'),
    company: unfilled('company'),
    insurer: unfilled('insurer'),
    creditor: unfilled('creditor'),
    legal: [
      ...(statusGiven ? [] : ['legal.status']),
      ...(status !== 'tied_agent' && !permission ? ['legal.permission'] : []),
    ],
  };
}

/** The creditor of a mandate: the one that was stored at completion, or today's while the application is open. */
export function creditorOf(
  mandate: { creditorName?: string; creditorId?: string },
  operator: Pick<Operator, 'creditor'>,
): Operator['creditor'] {
  const { creditorName: name, creditorId: id } = mandate;
  return name && id ? { name, id } : operator.creditor;
}

/** What business letters say about a company (GmbHG § 35a), one line each. */
export function businessLines({ company }: Pick<Operator, 'company'>): string[] {
  const { managingDirectors, registerCourt, registerNumber, vatId, intermediaryNumber } = company;
  return [
    managingDirectors && `Geschäftsführung: ${managingDirectors}`,
    [registerCourt, registerNumber].filter(Boolean).join(', '),
    vatId && `USt-IdNr. ${vatId}`,
    `Vermittlerregister ${intermediaryNumber}`,
  ].filter(Boolean);
}

/** What the intermediary is; a law follows, as in `§ 34d Abs. 7 GewO`. */
const roles: Record<IntermediaryStatus, string> = {
  tied_agent: 'gebundener Versicherungsvertreter nach § 34d Abs. 7',
  agent: 'Versicherungsvertreter mit Erlaubnis nach § 34d Abs. 1',
  broker: 'Versicherungsmakler mit Erlaubnis nach § 34d Abs. 1',
};

export function roleOf(status: IntermediaryStatus): string {
  return `${roles[status]} der Gewerbeordnung (GewO)`;
}

/** Status, register number and insurer, for one line before the link to the Erstinformation (§ 15 VersVermV). */
export function intermediaryFacts({
  company,
  insurer,
  legal,
}: Pick<PageOperator, 'company' | 'insurer' | 'legal'>) {
  const role = roles[legal.status];
  return [
    `${role.charAt(0).toUpperCase()}${role.slice(1)} GewO`,
    `Registernummer ${company.intermediaryNumber}`,
    `Versicherer: ${insurer.name}`,
  ] as const;
}
