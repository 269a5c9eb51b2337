import { longestAnswer } from '#domain/cases/messages';
import { answerLabel, type StatusView, statusSentences } from '#domain/cases/status-page';
import { caseStatuses } from '#domain/cases/statuses';
import { formatDay } from '#domain/dates';
import { formatMoney } from '#domain/format';
import { tariffNames } from '#domain/tariffs/catalogue';
import { api, href } from '#domain/urls';
import { Button, buttonClass } from '../ui/button';
import { TextAreaField } from '../ui/fields';
import { Alert } from '../ui/notices';
import { controlOf, PlainForm, type Refused, Submit } from './forms';
import { Card, FactList, LinkHelp, MedallionHead, SiteShell, TaxNote } from './SiteShell';

type Props = {
  view: StatusView;
  token: string;
  /** The last question was answered, and nothing has happened since. */
  answered: boolean;
  answerId: string;
  refused?: RefusedAnswer;
};

/** What became of an application. Whoever has the link sees it, so it says little, and needs no script. */
export function StatusPage({ view, token, answered, answerId, refused }: Props) {
  const { status, question } = view;
  return (
    <SiteShell className="mx-auto max-w-4xl px-4 py-10 sm:px-6 sm:py-16">
      <MedallionHead title="Stand Ihres Antrags">{caseStatuses[status].publicLabel}</MedallionHead>
      <p className="mt-6 max-w-2xl text-lg">{statusSentences[status]}</p>
      {answered && !refused ? (
        <div className="mt-6">
          <Alert>Ihre Antwort ist bei uns angekommen. Vielen Dank.</Alert>
        </div>
      ) : null}
      {question ? (
        <Question question={question} token={token} answerId={answerId} refused={refused} />
      ) : (
        <Untaken refused={refused} />
      )}
      <div className="mt-8 grid gap-6 lg:grid-cols-2">
        <Timeline history={view.history} />
        <Facts view={view} token={token} />
      </div>
      <form method="post" action={href(api.anotherHorseByLink, { token })} className="mt-8">
        <Button type="submit" look="secondary">
          Weiteres Pferd versichern
        </Button>
        <p className="mt-2 text-sm text-ink-soft">
          Ihre Kontaktdaten und die Angaben zum Versicherungsnehmer übernehmen wir in den neuen Antrag.
        </p>
      </form>
      <Revoking token={token} />
      <LinkHelp />
    </SiteShell>
  );
}

/** Away from the other buttons and last but the help, because it acts with one click, and nothing brings the links back. */
function Revoking({ token }: Pick<Props, 'token'>) {
  return (
    <form
      method="post"
      action={href(api.revokeStatus, { token })}
      aria-labelledby="link"
      className="mt-12 border-t border-line pt-8"
    >
      <h2 id="link" className="text-xl text-green-900">
        Ist der Link in falsche Hände geraten?
      </h2>
      <p className="mt-3 max-w-2xl">
        Dann machen Sie ihn ungültig: Keiner der Links aus unseren bisherigen E-Mails öffnet Ihren Antrag
        danach noch, auch dieser nicht. Das lässt sich nicht zurücknehmen. Ihr Antrag selbst bleibt, wie er
        ist.
      </p>
      <Button type="submit" look="danger" className="mt-4 w-full sm:w-auto">
        Link ungültig machen
      </Button>
    </form>
  );
}

/** An answer to a question that is no longer open: its text must not be lost. */
function Untaken({ refused }: Pick<Props, 'refused'>) {
  if (!refused) return null;
  return (
    <div className="mt-6">
      <Alert tone="danger" role="alert" title={refused.notice ?? undefined}>
        {refused.text ? (
          <>
            <p className="mt-1">Ihr Text wurde nicht gesendet:</p>
            <p className="mt-2 whitespace-pre-line wrap-anywhere">{refused.text}</p>
          </>
        ) : null}
      </Alert>
    </div>
  );
}

type RefusedAnswer = Refused & { text: string };

type QuestionProps = Omit<Props, 'view' | 'answered'> & { question: NonNullable<StatusView['question']> };

function Question({ question, token, answerId, refused }: QuestionProps) {
  return (
    <section
      aria-labelledby="frage"
      className="mt-8 rounded-card border border-saddle-300 bg-white p-5 shadow-card sm:p-8"
    >
      <h2 id="frage" className="text-2xl text-balance text-green-900 wrap-anywhere">
        {question.subject}
      </h2>
      <p className="mt-1 text-sm text-ink-soft">Gefragt am {formatDay(question.askedOn)}</p>
      <div className="mt-4 border-l-4 border-saddle-300 bg-saddle-50 px-4 py-3.5 whitespace-pre-line wrap-anywhere">
        {question.body}
      </div>
      <PlainForm
        action={href(api.answerStatus, { token })}
        refused={refused}
        fields={{ text: { label: answerLabel } }}
        className="mt-6"
      >
        <input type="hidden" name="id" value={answerId} />
        <TextAreaField
          {...controlOf(refused)('text')}
          label={answerLabel}
          aria-required
          rows={6}
          hint={`Höchstens ${longestAnswer.toLocaleString('de-DE')} Zeichen. Bitte nennen Sie hier keine Bankdaten.`}
          defaultValue={refused?.text ?? ''}
        />
        <Submit>Antwort senden</Submit>
      </PlainForm>
    </section>
  );
}

function Timeline({ history }: Pick<StatusView, 'history'>) {
  return (
    <Card id="verlauf" title="Verlauf">
      <ol className="mt-4">
        {history.map(({ status, on }, place) => {
          const current = place === history.length - 1;
          return (
            <li
              key={`${place}-${status}`}
              aria-current={current ? 'step' : undefined}
              className={`relative border-l-2 pb-5 pl-6 last:border-transparent last:pb-0 ${current ? '' : 'border-green-200'}`}
            >
              <span
                aria-hidden="true"
                className={`absolute top-0 -left-[9px] size-4 rounded-full border-2 border-white ${current ? 'bg-saddle-600' : 'bg-green-700'}`}
              />
              <span className={`-mt-1 block ${current ? 'font-semibold' : ''}`}>
                {caseStatuses[status].publicLabel}
              </span>
              <time dateTime={on} className="block text-sm text-ink-soft">
                {formatDay(on)}
              </time>
            </li>
          );
        })}
      </ol>
    </Card>
  );
}

function Facts({ view, token }: Pick<Props, 'view' | 'token'>) {
  const facts = [
    { label: 'Pferd', value: view.horseName },
    { label: 'Tarif', value: tariffNames[view.tariff] },
    { label: 'Monatsbeitrag', value: formatMoney(view.monthlyPremium) },
    { label: 'Gewünschter Beginn', value: formatDay(view.insuranceStartDate) },
  ];
  return (
    <Card id="antrag" title="Ihr Antrag">
      <FactList className="mt-4" facts={facts} />
      <TaxNote className="mt-3" />
      <p className="mt-6">
        <a href={href(api.statusDocument, { token })} className={buttonClass('secondary')}>
          Antrag speichern (PDF)
        </a>
      </p>
    </Card>
  );
}
