import type { Actor } from '../accounts/actors';
import { minuteMs } from '../time';
import type { RefusalKind } from './actions';

/** `address` and the name in `subject` are HMACs. */
export type Refused = {
  kind: RefusalKind;
  at: number;
  address: string;
  /** The name of a sign-in, or method and pattern of the call. */
  subject: string;
  user: Actor | null;
  isAboutAccount: boolean;
};

/** Rows of one kind in one minute, of all addresses and instances together. */
const mostRefusals = 100;
/** As many more only for rows about accounts, so that noise of strangers hides no guess and no member of staff. */
const mostWithAccounts = 2 * mostRefusals;
/** Rows of one kind in one minute of one account, or of one address without an account. */
const mostOfOne = 20;

export function minuteOf(at: number): number {
  return at - (at % minuteMs);
}

export type Known = Pick<Refused, 'kind' | 'address' | 'subject'> & { userId: string };

/** One for each kind, address and account, and for each call that somebody has no right to. */
export function refusalsOfMinute(known: readonly Known[] = []): (refused: Refused) => boolean {
  const seen = new Set<string>();
  const counts = new Map<string, number>();
  const add = ({ kind, address, subject, userId }: Known) => {
    seen.add(keyOf({ kind, address, subject, userId }));
    for (const key of [kind, `${kind} ${userId || address}`]) counts.set(key, (counts.get(key) ?? 0) + 1);
  };
  for (const one of known) add(one);
  return ({ kind, address, subject, user, isAboutAccount }) => {
    const one = { kind, address, subject, userId: user?.id ?? '' };
    const room = user || isAboutAccount ? mostWithAccounts : mostRefusals;
    if (seen.has(keyOf(one)) || (counts.get(kind) ?? 0) >= room) return false;
    if ((counts.get(`${kind} ${one.userId || address}`) ?? 0) >= mostOfOne) return false;
    add(one);
    return true;
  };
}

function keyOf({ kind, address, subject, userId }: Known): string {
  return [kind, address, userId, kind === 'forbidden' ? subject : ''].join(' ');
}
