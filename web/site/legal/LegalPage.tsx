import type { ReactNode } from 'react';
import { SiteShell } from '../SiteShell';

/** One topic of a legal page; the id is its anchor. */
export type Topic = { id: string; title: string; body: ReactNode };

type Props = {
  title: string;
  intro: string;
  topics: Topic[];
  /** The day from which the page is, if it is not the one of the privacy statement and the legal notice. */
  day?: string;
};

export function LegalPage({ title, intro, topics, day }: Props) {
  return (
    <SiteShell>
      <article className="mx-auto max-w-6xl px-4 py-12 sm:px-6 sm:py-20">
        <header className="max-w-2xl">
          <h1 className="text-4xl text-green-900 sm:text-5xl">{title}</h1>
          <p className="mt-5 text-lg text-ink-soft">{intro}</p>
        </header>
        <div className="mt-10 grid grid-cols-1 gap-10 sm:mt-14 lg:grid-cols-[15rem_minmax(0,42rem)] lg:gap-16">
          <Contents topics={topics} />
          <div className="hyphens-auto">
            {topics.map((topic) => (
              <TopicSection key={topic.id} topic={topic} />
            ))}
            <p className="mt-12 border-t border-line pt-5 text-ink-soft">
              {day ? `Stand: ${day}` : 'Stand: Mai 2025'}
            </p>
          </div>
        </div>
      </article>
    </SiteShell>
  );
}

/** Phones show it only on long pages. */
function Contents({ topics }: { topics: Topic[] }) {
  const narrow = topics.length > 8 ? '' : 'hidden lg:block';
  return (
    <nav
      aria-label="Inhalt der Seite"
      className={`${narrow} lg:sticky lg:top-26 lg:max-h-[calc(100dvh-7.5rem)] lg:self-start lg:overflow-y-auto`}
    >
      <p className="font-semibold">Inhalt</p>
      <ol className="mt-3 border-l-2 border-saddle-300 pl-4 text-[0.95rem]">
        {topics.map(({ id, title }) => (
          <li key={id}>
            <a
              href={`#${id}`}
              className="block py-1 leading-snug text-ink-soft underline-offset-4 hover:text-green-800 hover:underline"
            >
              {title}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  );
}

function TopicSection({ topic: { id, title, body } }: { topic: Topic }) {
  return (
    <section
      id={id}
      aria-labelledby={`${id}-titel`}
      className="mt-12 scroll-mt-4 space-y-4 first:mt-0 [&_a]:text-green-800 [&_a]:underline [&_a]:underline-offset-4"
    >
      <h2 id={`${id}-titel`} className="text-2xl text-green-900">
        {title}
      </h2>
      {body}
    </section>
  );
}
