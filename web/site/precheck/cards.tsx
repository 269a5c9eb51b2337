import type { ReactNode } from 'react';
import { formatDay } from '#domain/dates';
import { withSource } from '#domain/fields';
import type { Obstacle } from '#domain/precheck/precheck';
import { precheckSource, type Question, type QuestionKey, questions } from '#domain/precheck/questions';
import { publicPages as pages } from '#domain/urls';
import { useSourced } from '../../source';
import { buttonClass } from '../../ui/button';
import { ContactWays } from '../ContactWays';
import { formCard } from '../forms';

const card = `mt-6 ${formCard}`;

export function Fits() {
  const sourced = useSourced();
  return (
    <section aria-labelledby="weiter" className={card}>
      <h2 id="weiter" className="text-2xl text-green-900">
        So geht es weiter
      </h2>
      <p className="mt-3 max-w-2xl">
        Stellen Sie gleich Ihren Antrag, oder lassen Sie sich erst den Beitrag schicken und entscheiden Sie in
        Ruhe.
      </p>
      <p className="mt-5 flex flex-col gap-3 sm:flex-row">
        <a href={sourced(pages.calculator)} className={buttonClass()}>
          Antrag beginnen
        </a>
        <a href={sourced(pages.offer)} className={buttonClass('secondary')}>
          Angebot per E-Mail
        </a>
      </p>
    </section>
  );
}

export function Obstacles({ obstacles }: { obstacles: readonly Obstacle[] }) {
  return (
    <Points id="hindernisse" title="Was im Weg steht" keys={obstacles.map(({ key }) => key)}>
      {(key) => {
        const freeFrom = obstacles.find((one) => one.key === key)?.freeFrom ?? null;
        const question: Question = questions[key];
        if (freeFrom !== null)
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

export function Unknown({ keys }: { keys: readonly QuestionKey[] }) {
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

/** A list of requirements, and what is to be said about each. */
function Points({ id, title, keys, children }: PointsProps) {
  return (
    <section aria-labelledby={id} className={card}>
      <h2 id={id} className="text-2xl text-green-900">
        {title}
      </h2>
      <ul className="mt-4 divide-y divide-line">
        {keys.map((key) => (
          <li key={key} className="py-4 wrap-anywhere first:pt-0 last:pb-0">
            <p className="text-ink-soft">{`Voraussetzung: ${questions[key].requirement}`}</p>
            <div className="mt-1.5">{children(key)}</div>
          </li>
        ))}
      </ul>
    </section>
  );
}

export function Callback() {
  return (
    <section aria-labelledby="rueckruf" className={card}>
      <h2 id="rueckruf" className="text-2xl text-green-900">
        Sprechen Sie mit uns
      </h2>
      <p className="mt-3 max-w-2xl">
        Wir sehen uns Ihren Fall gern mit Ihnen an, kostenlos und unverbindlich. Am schnellsten erreichen Sie
        uns so: <ContactWays />.
      </p>
      <p className="mt-5">
        <a href={withSource(pages.callback, precheckSource)} className={`${buttonClass()} w-full sm:w-auto`}>
          Rückruf anfordern
        </a>
      </p>
    </section>
  );
}
