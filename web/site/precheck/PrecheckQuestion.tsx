import type { InputHTMLAttributes } from 'react';
import { yearsBefore } from '#domain/dates';
import type { PrecheckEntries } from '#domain/precheck/precheck';
import {
  answerLabels,
  dayField,
  type Question,
  type QuestionKey,
  questions,
} from '#domain/precheck/questions';
import { oldestHorse } from '#domain/steps/horse';
import { fieldId, FieldError as Message, TextField } from '../../ui/fields';
import { controlOf, type Refused } from '../forms';

type Props = {
  name: QuestionKey;
  entries: PrecheckEntries;
  today: string;
  refused: Refused;
};

export function PrecheckQuestion({ name, entries, today, refused }: Props) {
  const question: Question = questions[name];
  const [hintId, errorId] = [`${fieldId(name)}-hinweis`, `${fieldId(name)}-fehler`];
  const control = controlOf(refused);
  const { error, autoFocus } = control(name);
  return (
    <fieldset className="min-w-0" aria-describedby={error ? `${hintId} ${errorId}` : hintId}>
      <legend className="text-lg font-semibold wrap-anywhere text-ink">{question.text}</legend>
      <div id={hintId} className="mt-1.5 space-y-1 text-sm wrap-anywhere text-ink-soft">
        {'note' in question ? <p>{question.note}</p> : null}
        <p>{`Voraussetzung: ${question.requirement}`}</p>
      </div>
      <div className="mt-3 grid grid-cols-2 gap-2 sm:grid-cols-3">
        {Object.entries(answerLabels).map(([value, label], index) => (
          <Choice
            key={value}
            label={label}
            wrong={error !== undefined}
            id={index === 0 ? fieldId(name) : undefined}
            name={name}
            value={value}
            defaultChecked={entries[name] === value}
            autoFocus={index === 0 && autoFocus}
          />
        ))}
      </div>
      <Message id={errorId} message={error} />
      {'months' in question ? (
        <TextField
          {...control(dayField(name))}
          label={question.dayLabel}
          hint="Nur bei „Ja“"
          type="date"
          min={yearsBefore(today, oldestHorse)}
          max={today}
          defaultValue={entries[dayField(name)]}
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
      className={`flex min-h-12 items-center gap-2.5 rounded-control border px-3.5 py-2 last:col-span-2 sm:last:col-span-1 has-checked:border-green-800 has-checked:bg-green-50 ${border}`}
    >
      <input type="radio" className="size-5 shrink-0 accent-green-800" {...input} />
      <span>{label}</span>
    </label>
  );
}
