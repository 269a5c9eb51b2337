import { type PrecheckEntries, questionKeys } from '#domain/precheck/precheck';
import { dayField, type Question, questions } from '#domain/precheck/questions';
import { pages } from '#domain/urls';
import { useSourced } from '../../source';
import { Button } from '../../ui/button';
import { PlainForm, type Refused, unrefused } from '../forms';
import { PrecheckQuestion } from './PrecheckQuestion';

type Props = {
  entries: PrecheckEntries;
  today: string;
  refused?: Refused;
  className: string;
};

export function PrecheckForm({ refused = unrefused, className, ...shown }: Props) {
  const sourced = useSourced();
  return (
    <PlainForm action={sourced(pages.precheck)} refused={refused} labelOf={labelOf} className={className}>
      <div className="divide-y divide-line">
        {questionKeys.map((key) => (
          <div key={key} className="py-6 first:pt-0">
            <PrecheckQuestion name={key} refused={refused} {...shown} />
          </div>
        ))}
      </div>
      <div>
        <Button type="submit" className="w-full sm:w-auto">
          Jetzt prüfen
        </Button>
        <p className="mt-4 text-sm text-ink-soft">
          Wir fragen nicht nach Ihrem Namen und speichern keine Ihrer Antworten.
        </p>
      </div>
    </PlainForm>
  );
}

function labelOf(path: string): string {
  const key = questionKeys.find((one) => path === one || path === dayField(one));
  if (!key) return path;
  const question: Question = questions[key];
  return path !== key && 'dayLabel' in question ? question.dayLabel : question.text;
}
