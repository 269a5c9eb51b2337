import type { Operator } from './operator/operator';

export type FormNotices = Record<'tooMany' | 'unavailable' | 'tooLarge', (operator: Operator) => string>;

type Words = {
  /** `Ihre Antwort`, `sie` and `Antworten` for what the form takes. */
  what: string;
  it: string;
  several: string;
  instead: string;
  comfort?: string;
};

export function formNotices({ what, it, several, instead, comfort }: Words): FormNotices {
  const end = comfort ? ` ${comfort}` : '';
  return {
    tooMany: (operator) =>
      `Von Ihrem Anschluss kamen gerade mehrere ${several}. Bitte versuchen Sie es in einer Minute erneut, oder ${instead} ${otherWays(operator)}.${end}`,
    unavailable: (operator) =>
      `${what} konnte gerade nicht gespeichert werden. Bitte senden Sie ${it} in einigen Minuten noch einmal ab, oder ${instead} ${otherWays(operator)}.${end}`,
    tooLarge: (operator) =>
      `Der Text ist zu lang für dieses Formular. Bitte kürzen Sie ihn, oder ${instead} ${otherWays(operator)}.`,
  };
}

/** Of the forms with which somebody asks for a link, an offer, their own data, or for another application. */
export const requestNotices = formNotices({
  what: 'Ihre Anfrage',
  it: 'sie',
  several: 'Anfragen',
  instead: 'schreiben Sie uns',
});

/** Of the form for a callback. What keeps it from being stored is said as in the browser (spec). */
export const callbackNotices: FormNotices = {
  ...formNotices({
    what: 'Ihre Anfrage',
    it: 'sie',
    several: 'Rückrufwünsche',
    instead: 'schreiben Sie uns',
  }),
  unavailable: () => 'Es ist ein Fehler aufgetreten. Bitte versuchen Sie es später erneut.',
};

export const withdrawalNotices = formNotices({
  what: 'Ihr Widerruf',
  it: 'ihn',
  several: 'Widerrufe',
  instead: 'widerrufen Sie',
  comfort: 'Die Frist wahren Sie auch so: Es genügt, dass Sie den Widerruf rechtzeitig absenden.',
});

export const precheckNotices: FormNotices = {
  ...formNotices({ what: 'Ihre Prüfung', it: 'sie', several: 'Prüfungen', instead: 'schreiben Sie uns' }),
  unavailable: () =>
    'Die Prüfung hat gerade nicht geklappt. Bitte versuchen Sie es in einigen Minuten erneut.',
};

function otherWays({ company }: Operator): string {
  const { name, street, zipCode, city, email } = company;
  return `per Post an ${name}, ${street}, ${zipCode} ${city}, oder per E-Mail an ${email}`;
}
