import { Fragment, type ReactNode } from 'react';
import { typeset } from '#domain/format';
import { mailHref } from '#domain/hrefs';
import type { Office } from '#domain/operator/offices';
import { pages } from '#domain/urls';
import { useOperator } from '../../operator';
import { SiteShell } from '../SiteShell';

type Values = Record<string, ReactNode>;

type Props = {
  text: string;
  values?: Values;
  /** From when the page is; left out: as its texts are in the repository. */
  day?: string;
};

type Topic = { id: string; title: ReactNode; blocks: string[] };

/**
 * A page of `content/legal`. Its text is a small Markdown: a title, an introduction and topics with anchors; paragraphs,
 * points, terms (`name`, below it `: text`) and `> ` for a text in a box. `{{name}}` stands for a value, alone in a
 * paragraph for an element, and `[words][page]` links to a page of `urls`, and `[words](https://…)` to another website.
 *
 *     ## Eine Barriere melden {#barriere-melden}
 *
 *     Was nicht geht, sagen Sie {{brand}} auf [dieser Seite][ownData] oder hier:
 *
 *     {{company}}
 *
 * React escapes the values. One that is missing fails the page, and with it the test that renders it.
 */
export function LegalPage({ text, values, day = 'Mai 2025' }: Props) {
  const { brand } = useOperator();
  const given = { brand: brand.name, company: <CompanyAddress />, ...values };
  const [head = ''] = text.split(/^## /m);
  const [title, intro = ''] = blocksOf(head.replace(/<!--.*?-->|^# /gms, ''));
  const topics = topicsOf(text).map((topic) => ({ ...topic, title: lineOf(topic.title, given) }));
  return (
    <SiteShell>
      <article className="mx-auto max-w-6xl px-4 py-12 sm:px-6 sm:py-20">
        <header className="max-w-2xl">
          <h1 className="text-4xl text-green-900 sm:text-5xl">{title}</h1>
          <p className="mt-5 text-lg text-ink-soft">{lineOf(intro, given)}</p>
        </header>
        <div className="mt-10 grid grid-cols-1 gap-10 sm:mt-14 lg:grid-cols-[15rem_minmax(0,42rem)] lg:gap-16">
          <Contents topics={topics} />
          <div className="hyphens-auto">
            {topics.map((topic) => (
              <TopicSection key={topic.id} topic={topic} values={given} />
            ))}
            <p className="mt-12 border-t border-line pt-5 text-ink-soft">{`Stand: ${day}`}</p>
          </div>
        </div>
      </article>
    </SiteShell>
  );
}

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

function TopicSection({ topic: { id, title, blocks }, values }: { topic: Topic; values: Values }) {
  return (
    <section
      id={id}
      aria-labelledby={`${id}-titel`}
      className="mt-12 scroll-mt-4 space-y-4 first:mt-0 [&_a]:text-green-800 [&_a]:underline [&_a]:underline-offset-4"
    >
      <h2 id={`${id}-titel`} className="text-2xl text-green-900">
        {title}
      </h2>
      {blocks.map((block, index) => (
        <Fragment key={index}>{blockOf(typeset(block), values)}</Fragment>
      ))}
    </section>
  );
}

/** What a text has below its headings with an anchor; the id is that anchor. */
export function topicsOf(text: string) {
  const [, ...parts] = text.replace(/<!--.*?-->/gs, '').split(/^## /m);
  return parts.map((part) => {
    const [heading = '', ...blocks] = blocksOf(part);
    const [, title = '', id = ''] = /(.*) \{#(.*)\}/.exec(heading) ?? [];
    return { id, title, blocks };
  });
}

const blocksOf = (text: string) => text.trim().split(/\n{2,}/);

function blockOf(block: string, values: Values): ReactNode {
  const line = (text: string) => lineOf(text, values);
  if (block.startsWith('- ')) return <Points items={block.slice(2).split('\n- ').map(line)} />;
  if (block.startsWith('> '))
    return <p className="rounded-card border border-line bg-white p-5 font-medium">{line(block.slice(2))}</p>;
  const terms = block.split(/\n(?![: ])/).map((term) => term.split('\n: '));
  const rows = terms.flatMap(([name = '', text]) => (text ? [{ name: line(name), text: line(text) }] : []));
  if (rows.length > 0) return <Terms rows={rows} />;
  const content = line(block);
  return /^\{\{\w+\}\}$/.test(block) && typeof content !== 'string' ? content : <p>{content}</p>;
}

/** Text with its values and links. If all of it is text, as one: React would put a mark between two. */
export function lineOf(text: string, values: Values): ReactNode {
  const pieces = text
    .replace(/ *\n */g, ' ')
    .replaceAll('&nbsp;', '\u00a0')
    .split(/(\{\{.*?\}\}|\[.*?\][([].*?[)\]])/)
    .map((piece) => {
      const [, name, words, target = ''] = /^\{\{(.*)\}\}$|^\[(.*)\][([](.*)[)\]]$/.exec(piece) ?? [];
      if (words) return <Link words={words} target={target} />;
      if (name && values[name] === undefined)
        throw new Error(`A legal text names ${name}, which is not given`);
      return name ? values[name] : piece;
    })
    .filter((piece) => piece !== '');
  if (pieces.every((piece) => typeof piece === 'string')) return pieces.join('');
  return pieces.map((piece, index) => <Fragment key={index}>{piece}</Fragment>);
}

const addresses: Record<string, unknown> = pages;

function Link({ words, target }: { words: string; target: string }) {
  const outside = target.startsWith('https:');
  const address = outside ? target : addresses[target];
  if (typeof address !== 'string') throw new Error(`A legal text links to ${target}, which is no page`);
  return (
    <a href={address} rel={outside ? 'noreferrer' : undefined}>
      {words}
    </a>
  );
}

type AddressProps = Office & { zipCode?: string; children?: ReactNode };

export function Address({ name, street, zipCode, city, phone, email, website, children }: AddressProps) {
  return (
    <address className="hyphens-none border-l-2 border-line pl-4 not-italic">
      <span className="font-semibold">{name}</span>
      <Line>{street}</Line>
      <Line>{zipCode ? `${zipCode} ${city}` : city}</Line>
      {phone ? <Line>Telefon: {phone}</Line> : null}
      {email ? (
        <Line>
          E-Mail: <a href={mailHref(email)}>{email}</a>
        </Line>
      ) : null}
      {website ? (
        <Line>
          <a href={website} rel="noreferrer">
            {website.replace('https://', '')}
          </a>
        </Line>
      ) : null}
      {children}
    </address>
  );
}

function CompanyAddress() {
  const { phone, email, phoneHref, ...company } = useOperator().company;
  return (
    <Address {...company}>
      <Line>
        Telefon: <a href={phoneHref}>{phone}</a>
      </Line>
      <Line>
        E-Mail: <a href={mailHref(email)}>{email}</a>
      </Line>
    </Address>
  );
}

export function Line({ children }: { children: ReactNode }) {
  return <span className="block">{children}</span>;
}

export function Points({ items }: { items: ReactNode[] }) {
  return (
    <ul className="list-disc space-y-2 pl-5 marker:text-saddle-600">
      {items.map((item, index) => (
        <li key={index}>{item}</li>
      ))}
    </ul>
  );
}

export function Terms({ rows }: { rows: { name: ReactNode; text: ReactNode }[] }) {
  return (
    <dl className="divide-y divide-line border-y border-line">
      {rows.map(({ name, text }, index) => (
        <div key={index} className="grid gap-1 py-3.5 sm:grid-cols-[13rem_1fr] sm:gap-6">
          <dt className="font-semibold wrap-anywhere hyphens-none">{name}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}
