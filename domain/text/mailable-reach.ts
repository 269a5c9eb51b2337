/** What a mail may repeat of a phone number or an e-mail address that somebody typed. */
import { isEmail } from '../people';
import { isPhone } from '../phone';
import { asGiven, looksLikeLink } from './mailable';

/** One phone number; what is invisible is left out, because address books add it. */
export function mailablePhone(entry: string): string {
  return isPhone(entry) && !looksLikeLink(entry) ? entry.replace(/[\p{Cf}\p{DI}]/gu, '') : asGiven;
}

/** Not what looks like the address of a page. */
export function mailableEmail(entry: string): string {
  return isEmail(entry) && !/[/?#]|www\./i.test(entry) ? entry : asGiven;
}
