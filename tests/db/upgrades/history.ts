/** What happened on a server before an upgrade: `make.ts` plays it on a released version, and tests know it afterwards. */
import type { SetInput } from '#domain/application';
import { hourMs } from '#domain/time';
import { johanna, kim, matthias } from '#tests/support/people';

/** When each version began, and how long until its process was killed. */
export const releases = {
  // eba88952
  '0.2.0': Date.parse('2026-11-22T09:00:00Z'),
} as const;
export type Release = keyof typeof releases;
export const remindedMs = 27 * hourMs;
export const killedMs = 80 * hourMs;

/** Made for this folder, and used by nothing else. */
export const keys = {
  DATA_KEY: btoa('key of upgrade fixtures, no more'),
  JWT_SECRET: 'secret of upgrade fixtures, no more',
};

/** 0.2.0 hashed a password as it was typed, here with an umlaut of two characters. */
export const staff = {
  admin: { username: 'admin', password: 'geheim-genug-1', role: 'admin', email: undefined },
  clerk: {
    username: 'lukas.weber',
    password: 'Pflaumenmüs-7'.normalize('NFD'),
    role: 'sachbearbeiter',
    email: 'l.weber@sattelfest.example',
  },
  /** The product uses this name itself now. */
  reserved: { username: 'System', password: 'lang-genug-2', role: 'admin', email: undefined },
  gone: { username: 'kim.lange', password: 'lang-genug-3', role: 'sachbearbeiter', email: undefined },
} as const;

type Case = { id: string; author: string; sets: SetInput };

const begin = { insuranceStartDate: '2027-01-04' };
const id = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
/** The value of the cookie of a browser. */
const author = (number: number) => String(number).padStart(43, 'a');

function caseOf(number: number, person: SetInput, email?: string, horseName?: string): Case {
  const sets: SetInput = {
    ...person,
    'horse-data': { ...person['horse-data'], ...begin, ...(horseName && { horseName }) },
    'contact-data': { ...person['contact-data'], ...(email && { email }) },
    'policyholder-info': { ...person['policyholder-info'], ...(email && { email }) },
  };
  return { id: id(number), author: author(number), sets };
}

/** Completed on the first day: Germany, Austria with a word joiner in the name of the horse, and Belgium with "Divers". */
export const completed = [
  caseOf(1, johanna),
  caseOf(2, matthias, undefined, 'Donna\u2060 Clara'),
  caseOf(3, kim),
];

/** Chromium sends Punycode for an umlaut domain. */
export const punycode = 'jo@xn--bcher-kva.example';
export const readable = 'jo@bücher.example';

/** Completed while the mail server was silent. */
export const late = caseOf(4, johanna, punycode);

/** Open ones, at step 1, 2 … 6: as many sets as steps are behind them, and the horse at step 1. */
export const drafts = [johanna, kim, johanna, matthias, kim, matthias].map((person, index) =>
  caseOf(11 + index, person, index === 2 ? punycode : `draft-${index + 1}@post.example`),
);
/** At step 4; its owner ended the reminders. */
export const stopped = caseOf(21, johanna, 'stopped@post.example');
/** Deleted by staff. */
export const deleted = caseOf(22, johanna);

const consent = { dataProcessingConsent: true };
export const callbacks = {
  processed: { name: 'Jo Beck', phone: '030 23125 100', email: 'jo.beck@post.example', ...consent },
  waiting: {
    name: 'Şule Öztürk',
    phone: '030 23125 101',
    email: punycode,
    preferredTime: 'Dienstag ab 17 Uhr',
    ...consent,
  },
  /** The mail server knew no such mailbox. */
  refused: { name: 'Max Fehl', phone: '030 23125 102', email: 'nobody@post.example', ...consent },
  /** It asked to try again later. */
  delayed: { name: 'Ida Später', phone: '030 23125 103', email: 'later@post.example', ...consent },
};
