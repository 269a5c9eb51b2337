import type { InputHTMLAttributes } from 'react';
import { yearsBefore } from '#domain/dates';
import type { FieldError } from '#domain/fields';
import { type PrecheckEntries, questionKeys } from '#domain/precheck/precheck';
import {
  answerLabels,
  dayField,
  type Question as PrecheckQuestion,
  type QuestionKey,
  questions,
} from '#domain/precheck/questions';
import { oldestHorse } from '#domain/steps/horse';
import { pages } from '#domain/urls';
import { useSourced } from '../../source';
import { Button } from '../../ui/button';
import { fieldId, FieldError as Message, TextField } from '../../ui/fields';
import { PlainForm } from '../forms';

type Props = {
  entries: PrecheckEntries;
  today: string;
  refused?: { errors: FieldError[]; notice: string | null };
  className: string;
};

export function PrecheckForm({ refused = { errors: [], notice: null }, className, ...shown }: Props) {
  const sourced = useSourced();
  return (
    <PlainForm
      action={sourced(pages.precheck)}
      errors={refused.errors}
      notice={refused.notice}
      labelOf={labelOf}
      className={className}
    >
      <div className="divide-y divide-line">
        {questionKeys.map((key) => (
          <div key={key} className="py-6 first:pt-0">
            <Question name={key} errors={refused.errors} {...shown} />
          </div>
        ))}
      </div>
      <div>
        <Button type="submit" className="w-full sm:w-auto">
          Jetzt prüfen
        </Button>
        <p className="mt-4 text-sm text-pretty text-ink-soft">
          Wir fragen nicht nach Ihrem Namen und speichern keine Ihrer Antworten.
        </p>
      </div>
    </PlainForm>
  );
}

type QuestionProps = Pick<Props, 'entries' | 'today'> & { name: QuestionKey; errors: readonly FieldError[] };

function Question({ name, entries, today, errors }: QuestionProps) {
  const question: PrecheckQuestion = questions[name];
  const errorAt = (path: string) => errors.find((error) => error.path === path)?.message;
  const [hintId, errorId] = [`${fieldId(name)}-hinweis`, `${fieldId(name)}-fehler`];
  const error = errorAt(name);
  // without a script nothing else leads to what must be corrected
  const isFirst = (path: string) => path === errors[0]?.path;
  return (
    <fieldset aria-describedby={error ? `${hintId} ${errorId}` : hintId}>
      <legend className="text-lg font-semibold text-pretty text-ink">{question.text}</legend>
      <div id={hintId} className="mt-1.5 space-y-1 text-sm text-pretty text-ink-soft">
        {'note' in question ? <p>{question.note}</p> : null}
        <p>{`Voraussetzung: ${question.requirement}`}</p>
      </div>
      <div className="mt-3 grid gap-2 sm:grid-cols-3">
        {Object.entries(answerLabels).map(([value, label], index) => (
          <Choice
            key={value}
            label={label}
            wrong={error !== undefined}
            id={index === 0 ? fieldId(name) : undefined}
            name={name}
            value={value}
            defaultChecked={entries[name] === value}
            autoFocus={index === 0 && isFirst(name)}
          />
        ))}
      </div>
      <Message id={errorId} message={error} />
      {'months' in question ? (
        <TextField
          name={dayField(name)}
          label={question.dayLabel}
          hint="Nur bei „Ja“"
          type="date"
          min={yearsBefore(today, oldestHorse)}
          max={today}
          defaultValue={entries[dayField(name)]}
          error={errorAt(dayField(name))}
          autoFocus={isFirst(dayField(name))}
          className="mt-4 sm:max-w-xs"
        />
      ) : null}
    </fieldset>
  );
}

type ChoiceProps = InputHTMLAttributes<HTMLInputElement> & { label: string; wrong: boolean };

function Choice({ label, wrong, ...input }: ChoiceProps) {
  const border = wrong ? 'border-danger' : 'border-line-strong';
  return (
    <label
      className={`flex min-h-12 items-center gap-2.5 rounded-control border px-3.5 py-2 has-checked:border-green-800 has-checked:bg-green-50 ${border}`}
    >
      <input type="radio" className="size-5 shrink-0 accent-green-800" {...input} />
      <span>{label}</span>
    </label>
  );
}

function labelOf(path: string): string {
  const key = questionKeys.find((one) => path === one || path === dayField(one));
  if (!key) return path;
  const question: PrecheckQuestion = questions[key];
  return path !== key && 'dayLabel' in question ? question.dayLabel : question.text;
}
