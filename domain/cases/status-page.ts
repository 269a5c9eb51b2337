/** What the applicant sees of a case by the link in a mail, and the answer to a question. */
import { Object as ObjectType, type Static } from 'typebox';
import { lines } from '../fields';
import { formNotices } from '../form-notices';
import { clientId } from '../ids';
import type { TariffType } from '../tariffs/catalogue';
import { longestAnswer } from './messages';
import type { CaseStatus } from './statuses';

/** `GET /api/status/{token}`. From the completion on, in order of time; `monthlyPremium` in EUR. */
export type StatusView = {
  status: CaseStatus;
  history: { status: CaseStatus; on: string }[];
  horseName: string;
  tariff: TariffType;
  monthlyPremium: number;
  insuranceStartDate: string;
  question: StatusQuestion | null;
};

type StatusQuestion = { id: string; subject: string; body: string; askedOn: string };

export const statusSentences: Record<CaseStatus, string> = {
  new: 'Ihr Antrag ist bei uns eingegangen. Wir sehen ihn uns bald an; Sie müssen nichts weiter tun.',
  in_review: 'Wir prüfen Ihren Antrag. Sie müssen im Augenblick nichts weiter tun.',
  inquiry: 'Wir brauchen noch eine Auskunft von Ihnen. Sobald wir sie haben, geht es weiter.',
  transmitted: 'Ihr Antrag liegt beim Versicherer. Sobald die Entscheidung da ist, melden wir uns bei Ihnen.',
  issued:
    'Der Versicherer hat Ihren Antrag angenommen. Maßgeblich ist, was in Ihrem Versicherungsschein steht.',
  declined: 'Ihr Antrag wurde nicht angenommen. Ein Vertrag ist damit nicht zustande gekommen.',
  withdrawn: 'Ihr Antrag ist widerrufen. Wir bearbeiten ihn nicht weiter.',
};

export const answerLabel = 'Ihre Antwort';

export const newAnswer = ObjectType({
  id: clientId,
  text: lines('Bitte schreiben Sie uns eine Antwort', longestAnswer),
});
export type NewAnswer = Static<typeof newAnswer>;

export const answerNotices = {
  nothingAsked: 'Zurzeit ist keine Frage an Sie offen.',
  different: 'Diese Antwort haben Sie schon mit einem anderen Text gesendet.',
  ...formNotices({ what: 'Ihre Antwort', it: 'sie', several: 'Antworten', instead: 'schreiben Sie uns' }),
};
