import { type InputHTMLAttributes, type ReactNode, use } from 'react';
import { formatDay, yearsBefore } from '#domain/dates';
import { withSource } from '#domain/fields';
import { precheckNote } from '#domain/law/wordings';
import {
  allFreeFrom,
  answerLabels,
  dayField,
  type Obstacle,
  type Outcome,
  type PrecheckEntries,
  precheckSource,
  type Question,
  type QuestionKey,
  questionKeys,
  questions,
} from '#domain/precheck';
import { oldestHorse } from '#domain/steps/sets';
import { pages } from '#domain/urls';
import { ClinicScene } from '../illustrations';
import { SiteLink, SourceContext } from '../source';
import { buttonClass } from '../ui/button';
import { fieldId, FieldError as Message, TextField } from '../ui/fields';
import { controlOf, FormPage, formCard, PlainForm, type Refused, Submit } from './forms';
import { Card, ContactWays, MedallionHead, SiteShell } from './SiteShell';
import { titles } from './titles';

type Props = {
  entries: PrecheckEntries;
  today: string;
  refused?: Refused;
};

/** Six questions before one applies: a plain HTML form that needs no script and asks for no name. */
export function PrecheckPage(props: Props) {
  return (
    <FormPage
      title={titles.precheck}
      picture={<ClinicScene className="mt-8 hidden w-full rounded-card lg:block" />}
      lead="Sechs kurze Fragen, dann wissen Sie, ob Ihr Pferd die Voraussetzungen der Versicherung erfüllt. Mit sechsmal „Nein“ passt es."
      note={precheckNote}
    >
      <PrecheckForm {...props} />
    </FormPage>
  );
}

const fields = Object.fromEntries(
  questionKeys.flatMap((key) => {
    const question: Question = questions[key];
    const day = 'dayLabel' in question ? [[dayField(key), { label: question.dayLabel }] as const] : [];
    return [[key, { label: question.text }], ...day];
  }),
);

function PrecheckForm({ refused, className, ...shown }: Props & { className?: string }) {
  const action = withSource(pages.precheck, use(SourceContext));
  return (
    <PlainForm action={action} refused={refused} fields={fields} className={className}>
      <div className="divide-y divide-line">
        {questionKeys.map((key) => (
          <div key={key} className="py-6 first:pt-0">
            <PrecheckQuestion name={key} refused={refused} {...shown} />
          </div>
        ))}
      </div>
      <div>
        <Submit>Jetzt prüfen</Submit>
        <p className="mt-4 text-sm text-ink-soft">
          Wir fragen nicht nach Ihrem Namen und speichern keine Ihrer Antworten.
        </p>
      </div>
    </PlainForm>
  );
}

function PrecheckQuestion({ name, entries, today, refused }: Props & { name: QuestionKey }) {
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

/** What follows from the answers, and the form with them, to change one. */
export function PrecheckResultPage({ outcome, entries, today }: Props & { outcome: Outcome }) {
  const { title, lead } = resultHead(outcome);
  const { obstacles, unknown } = outcome;
  return (
    <SiteShell className="mx-auto max-w-3xl px-4 py-10 sm:px-6 sm:py-16">
      <MedallionHead title={title}>{lead}</MedallionHead>
      {obstacles.length > 0 ? <Obstacles obstacles={obstacles} /> : null}
      {unknown.length > 0 ? <Unknown keys={unknown} /> : null}
      {obstacles.length + unknown.length > 0 ? <Callback /> : <Fits />}
      <p className="mt-6 text-ink-soft">{precheckNote}</p>
      <details className="mt-10 border-t border-line pt-4">
        <summary className="min-h-11 cursor-pointer py-2 font-semibold text-green-900">
          Antworten ändern
        </summary>
        <PrecheckForm entries={entries} today={today} className={`mt-4 ${formCard}`} />
      </details>
    </SiteShell>
  );
}

function Fits() {
  return (
    <Card id="weiter" title="So geht es weiter" className="mt-6 text-ink">
      <p className="mt-3 max-w-2xl">
        Stellen Sie gleich Ihren Antrag, oder lassen Sie sich erst den Beitrag schicken und entscheiden Sie in
        Ruhe.
      </p>
      <p className="mt-5 flex flex-col gap-3 sm:flex-row">
        <SiteLink href={pages.calculator} className={buttonClass()}>
          Antrag beginnen
        </SiteLink>
        <SiteLink href={pages.offer} className={buttonClass('secondary')}>
          Angebot per E-Mail
        </SiteLink>
      </p>
    </Card>
  );
}

function Obstacles({ obstacles }: { obstacles: readonly Obstacle[] }) {
  return (
    <Points id="hindernisse" title="Was im Weg steht" keys={obstacles.map(({ key }) => key)}>
      {(key) => {
        const freeFrom = obstacles.find((one) => one.key === key)?.freeFrom;
        const question: Question = questions[key];
        if (freeFrom)
          return <p className="font-semibold">{`Ab ${formatDay(freeFrom)} kein Hindernis mehr.`}</p>;
        return (
          <>
            <p className="font-semibold">Das bleibt ein Hindernis.</p>
            {'meaning' in question ? <p className="mt-1">{question.meaning}</p> : null}
          </>
        );
      }}
    </Points>
  );
}

function Unknown({ keys }: { keys: readonly QuestionKey[] }) {
  return (
    <Points id="offen" title="Was Sie nicht wissen" keys={keys}>
      {() => <p>Fragen Sie Ihre Tierarztpraxis, oder sprechen Sie mit uns.</p>}
    </Points>
  );
}

type PointsProps = {
  id: string;
  title: string;
  keys: readonly QuestionKey[];
  children: (key: QuestionKey) => ReactNode;
};

function Points({ id, title, keys, children }: PointsProps) {
  return (
    <Card id={id} title={title} className="mt-6 text-ink">
      <ul className="mt-4 divide-y divide-line">
        {keys.map((key) => (
          <li key={key} className="py-4 wrap-anywhere first:pt-0 last:pb-0">
            <p className="text-ink-soft">{`Voraussetzung: ${questions[key].requirement}`}</p>
            <div className="mt-1.5">{children(key)}</div>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function Callback() {
  return (
    <Card id="rueckruf" title="Sprechen Sie mit uns" className="mt-6 text-ink">
      <p className="mt-3 max-w-2xl">
        Wir sehen uns Ihren Fall gern mit Ihnen an, kostenlos und unverbindlich. Am schnellsten erreichen Sie
        uns so: <ContactWays />.
      </p>
      <p className="mt-5">
        <a href={withSource(pages.callback, precheckSource)} className={`${buttonClass()} w-full sm:w-auto`}>
          Rückruf anfordern
        </a>
      </p>
    </Card>
  );
}

export function resultHead({ obstacles, unknown }: Outcome): { title: string; lead: string } {
  if (obstacles.some(({ freeFrom }) => freeFrom === null))
    return { title: 'Das passt leider nicht.', lead: 'Das steht nach Ihren Antworten im Weg.' };
  const free = allFreeFrom(obstacles);
  if (free === null && unknown.length === 0)
    return { title: 'Das passt.', lead: 'Nach Ihren Antworten erfüllt Ihr Pferd alle Voraussetzungen.' };
  if (free === null)
    return { title: 'Das klären wir mit Ihnen.', lead: 'Nicht alles muss man auswendig wissen.' };
  const lead =
    obstacles.length > 1 && unknown.length === 0
      ? `Ab ${formatDay(free)} steht nichts mehr im Weg, wenn nichts Neues dazukommt.`
      : 'Das steht nach Ihren Antworten noch im Weg.';
  return { title: 'Das passt noch nicht.', lead };
}
