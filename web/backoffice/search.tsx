import { useQuery } from '@tanstack/react-query';
import { Link, useLocation, useNavigate, useSearch } from '@tanstack/react-router';
import { type MouseEvent, useEffect, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { check } from '#domain/fields';
import { formatInstant } from '#domain/format';
import { phoneHref } from '#domain/hrefs';
import { type FoundItem, type FoundPeople, type FoundPerson, searchQuery } from '#domain/search';
import { api, href, pages } from '#domain/urls';
import { readStored, writeStored } from '../storage';
import { buttonClass, linkClass } from '../ui/button';
import { CheckboxField } from '../ui/fields';
import { Badge } from '../ui/notices';
import { changing, queryOf } from './calls';
import { ListPage } from './ListPage';
import { SendOffer } from './offers';
import { focusTitle, Page } from './Page';
import { draftOf, useCallDraft } from './preparations/CallForm';
import { typedOf } from './preparations/typed';
import { NoCalls } from './progress';
import { anyText, longestText, type Screen, searchOf } from './screen';
import { EmailText, PhoneText } from './table/cells';
import { Empty, Toolbar } from './table/frame';

const readState = searchOf({ q: anyText });

export const wideWindow = '(min-width: 64rem)';
const typing = 'input:not([type=checkbox], [type=radio]), select, textarea, dialog';

/** `setOpen`: of the menu of a narrow screen, which hides it while closed. */
export function SearchField({ setOpen }: { setOpen: (open: boolean) => void }) {
  // lists have a text of their own in their addresses
  const q = useLocation({
    select: ({ pathname, search }) => (pathname === pages.backofficeSearch && readState(search).q) || '',
  });
  const navigate = useNavigate();
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { key, target, ctrlKey, metaKey, altKey } = event;
      const isTyping = target instanceof Element && target.closest(typing);
      if (key !== '/' || ctrlKey || metaKey || altKey || isTyping || readStored(noKey)) return;
      event.preventDefault();
      if (!matchMedia(wideWindow).matches) flushSync(() => setOpen(true));
      box.current?.focus();
      box.current?.select();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [setOpen]);
  return (
    // biome-ignore lint/a11y/useSemanticElements: browsers of 2023 do not know the element
    <form
      role="search"
      className="px-3 pt-4"
      onSubmit={(event) => {
        event.preventDefault();
        setOpen(false);
        const search = { q: box.current?.value || undefined } as never;
        void navigate({ to: pages.backofficeSearch, search }).then(focusTitle);
      }}
    >
      <input
        // another search has another text, also after a step back
        key={q}
        ref={box}
        type="search"
        aria-label="Suchen"
        aria-keyshortcuts={readStored(noKey) ? undefined : '/'}
        placeholder="Name, Telefon, Pferd, Nummer"
        autoComplete="off"
        spellCheck={false}
        maxLength={longestText}
        defaultValue={q}
        className="min-h-11 w-full rounded-control border border-white/40 bg-green-950/40 px-2.5 text-ellipsis text-white lg:text-sm placeholder:text-green-200 focus-visible:outline-saddle-300"
      />
    </form>
  );
}

const noKey = 'search-without-key';

/** For who speaks to the browser, or presses keys without meaning to (WCAG 2.1.4). */
export function SearchKeySetting() {
  const [isOn, setOn] = useState(() => !readStored(noKey));
  return (
    <div className="mt-6 max-w-lg">
      <CheckboxField
        name="searchKey"
        label="Die Taste / springt ins Suchfeld"
        hint="Gilt in diesem Browser."
        checked={isOn}
        onChange={({ target }) => {
          writeStored(noKey, target.checked ? null : 'x');
          setOn(target.checked);
        }}
      />
    </div>
  );
}

export const screen: Screen = {
  path: pages.backofficeSearch,
  title: 'Suche',
  search: readState,
  component: SearchPage,
};

const where = 'Gesucht wird nach dem Anfang von Name, E-Mail-Adresse, Telefon, Pferd, PLZ und Nummer.';

function SearchPage() {
  const { q = '' } = readState(useSearch({ strict: false }));
  const asked = check(searchQuery, { q });
  const query = useQuery({
    ...queryOf<FoundPeople>(api.search, { q }),
    ...changing,
    enabled: asked.ok,
    placeholderData: undefined,
  });
  if (!asked.ok)
    return (
      <Page key={q} title="Suche">
        <Empty title={asked.errors[0]?.message ?? ''} note={where} />
      </Page>
    );
  const { total = 0, people = [] } = query.data ?? {};
  const some =
    total > people.length ? `${people.length} von mindestens ${total} Personen` : `${total} Personen`;
  return (
    <ListPage
      key={q}
      title="Suche"
      what="der Suche"
      query={query}
      toolbar={<Toolbar count={query.data && (total === 1 ? '1 Person' : some)}>{null}</Toolbar>}
    >
      {() =>
        people.length > 0 ? (
          <ul className="space-y-4">
            {people.map((person) => (
              <Person key={`${person.items[0]?.id} ${person.name}`} person={person} />
            ))}
          </ul>
        ) : (
          <Empty title="Niemand gefunden" note={where} />
        )
      }
    </ListPage>
  );
}

/** What the last form began with: who typed nothing loses nothing. */
const known = { entered: '' };
const replaced = 'Sie haben schon einen Antrag angefangen. Soll er verworfen werden?';

function Person({ person }: { person: FoundPerson }) {
  const [begun, keep] = useCallDraft(draftOf(undefined));
  const { name, emails, phones, items, more, noCalls, newest } = person;
  const [first] = items;
  const id = useId();
  // what is prepared for a callback marks it as done
  const about = first?.kind === 'callback' ? ({ callback: first.id } as never) : undefined;
  const prepare = (event: MouseEvent) => {
    if (about || !newest) return;
    const isTyped = Object.keys(begun.entered).length > 0 && JSON.stringify(begun.entered) !== known.entered;
    if (isTyped && !window.confirm(replaced)) return event.preventDefault();
    keep({ entered: typedOf(newest) });
    known.entered = JSON.stringify(typedOf(newest));
  };
  const number = noCalls ? undefined : phones.map(phoneHref).find(Boolean);
  const button = { className: buttonClass('secondary', 'small'), 'aria-describedby': id };
  return (
    <li className="rounded-card border border-line bg-white p-4 shadow-card sm:p-6">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <h2 id={id} className="text-xl wrap-anywhere text-green-900">
            {name || emails[0] || 'Ohne Namen'}
          </h2>
          <p className="flex flex-wrap gap-x-4 gap-y-1">
            {phones.map((phone) => (
              <PhoneText key={phone} phone={phone} noCalls={noCalls} />
            ))}
            {emails.map((email) => (
              <EmailText key={email} linked email={email} />
            ))}
            <NoCalls noCalls={noCalls} />
          </p>
        </div>
        {newest ? (
          <div className="flex flex-wrap gap-2 print:hidden">
            {number ? (
              <a href={number} {...button}>
                Anrufen
              </a>
            ) : null}
            <Link to={pages.backofficePreparations} search={about} onClick={prepare} {...button}>
              Antrag vorbereiten
            </Link>
            <SendOffer to={newest.email ?? ''} describedBy={id} />
          </div>
        ) : null}
      </div>
      <ul className="mt-3 divide-y divide-line border-t border-line">
        {items.map((item) => (
          <li key={`${item.kind} ${item.id}`} className="flex flex-wrap items-baseline gap-x-4 gap-y-1 py-2">
            <Link {...placeOf(item)} className={`min-w-0 wrap-anywhere ${linkClass}`}>
              {item.label}
            </Link>
            <Badge wraps>{item.state}</Badge>
            <time dateTime={item.at} className="ml-auto text-sm text-ink-soft tabular-nums">
              {formatInstant(item.at)}
            </time>
          </li>
        ))}
      </ul>
      {more > 0 ? <p className="text-sm text-ink-soft">{`${more} weitere`}</p> : null}
    </li>
  );
}

/** What has a list is found there by the beginning of its id. */
function placeOf({ kind, id, applicationId }: FoundItem) {
  if (applicationId) return { to: href(pages.backofficeApplication, { id: applicationId }) };
  return { to: `${pages.backoffice}/${kind}s`, search: { q: id.slice(0, 8) } as never };
}
