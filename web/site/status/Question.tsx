import { longestAnswer } from '#domain/cases/messages';
import { answerLabel, type StatusQuestion } from '#domain/cases/status-page';
import { formatDay } from '#domain/dates';
import { api, href } from '#domain/urls';
import { Button } from '../../ui/button';
import { TextAreaField } from '../../ui/fields';
import { controlOf, PlainForm, type Refused, unrefused } from '../forms';

export type RefusedAnswer = Refused & { text: string };

type Props = {
  question: StatusQuestion;
  token: string;
  answerId: string;
  refused: RefusedAnswer | undefined;
};

export function Question({ question, token, answerId, refused }: Props) {
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
        labelOf={() => answerLabel}
        className="mt-6"
      >
        <input type="hidden" name="id" value={answerId} />
        <TextAreaField
          {...controlOf(refused ?? unrefused)('text')}
          label={answerLabel}
          aria-required
          rows={6}
          hint={`Höchstens ${longestAnswer.toLocaleString('de-DE')} Zeichen. Bitte nennen Sie hier keine Bankdaten.`}
          defaultValue={refused?.text ?? ''}
        />
        <Button type="submit" className="w-full sm:w-auto">
          Antwort senden
        </Button>
      </PlainForm>
    </section>
  );
}
