import type { ReactNode } from 'react';
import {
  type AnyLinkKind,
  invalidLinkTitle,
  linkKinds,
  linkSentSentence,
  linkSentTitle,
  linkSentTo,
  linksEndedSentence,
  linksEndedTitle,
} from '#domain/access-links';
import { maskEmail } from '#domain/people';
import { pausedTitle } from '#domain/site-state';
import { pages } from '#domain/urls';
import { EmptyScene } from '../illustrations';
import { useOperator } from '../operator';
import { SiteLink } from '../source';
import { buttonClass, linkClass } from '../ui/button';
import { Alert } from '../ui/notices';
import { ContactWays, HomeLink, MedallionHead, SiteShell } from './SiteShell';

/** After a link was asked for. `to`: where it went, for the browser that began the application. */
export function LinkSentPage({ to }: { to: string | null }) {
  return (
    <NewsPage
      title={linkSentTitle}
      lead="Bitte sehen Sie in Ihr Postfach."
      sentence={to ? linkSentTo(maskEmail(to)) : linkSentSentence}
    />
  );
}

export function LinksEndedPage() {
  return (
    <NewsPage
      title={linksEndedTitle}
      lead="Das gilt sofort, für alle Links."
      sentence={linksEndedSentence}
      more={
        <>
          Ihr Antrag selbst ist unverändert. Brauchen Sie den Link früher, erreichen Sie uns unter{' '}
          <ContactWays />.
        </>
      }
    />
  );
}

type Props = { title: string; lead: string; sentence: string; more?: ReactNode };

export function NewsPage({ title, lead, sentence, more }: Props) {
  return (
    <SiteShell className="mx-auto max-w-3xl px-4 py-16 sm:px-6 sm:py-20">
      <MedallionHead title={title}>{lead}</MedallionHead>
      <p className="mt-6 text-lg wrap-anywhere">{sentence}</p>
      {more ? <p className="mt-4 text-ink-soft">{more}</p> : null}
      <HomeLink />
    </SiteShell>
  );
}

/** Why the button of a page did nothing, for browsers without JavaScript. */
export function RefusedPage({ message }: { message: string }) {
  const isPaused = useOperator().pause && message === pausedTitle;
  return (
    <SiteShell className="mx-auto max-w-2xl px-4 py-16 sm:px-6 sm:py-24">
      <h1 className="text-4xl text-green-900">Das hat nicht geklappt</h1>
      <div className="mt-6">
        {isPaused ? (
          <Pause />
        ) : (
          <Alert tone="danger" role="alert">
            {message}
          </Alert>
        )}
      </div>
      <HomeLink />
    </SiteShell>
  );
}

/** Why nothing new begins now, and what still helps. */
export function Pause({ className }: { className?: string }) {
  const { pause } = useOperator();
  if (!pause) return null;
  const [sentence, ...more] = pause;
  return (
    <div className={className}>
      <Alert tone="warning" title={sentence}>
        {more.map((line) => (
          <p key={line}>{line}</p>
        ))}
        <a href={pages.callback} className={linkClass}>
          Rückruf anfordern
        </a>
      </Alert>
    </div>
  );
}

/** For a link of a mail that opens nothing: it does not tell why. */
export function InvalidLinkPage({ kind }: { kind: AnyLinkKind }) {
  const { help, next } = linkKinds[kind];
  return (
    <SiteShell className="mx-auto max-w-2xl px-4 py-16 text-center sm:px-6 sm:py-20">
      <EmptyScene className="mx-auto w-72 max-w-full sm:w-96" />
      <h1 className="mt-6 text-4xl text-balance text-green-900">{invalidLinkTitle}</h1>
      <p className="mt-4 text-lg">
        Links in unseren E-Mails gelten nur eine bestimmte Zeit. Bitte prüfen Sie, ob Sie die ganze Adresse
        geöffnet haben, oder nehmen Sie den Link aus unserer letzten E-Mail.
      </p>
      <p className="mt-4">{help}</p>
      {next ? (
        <p className="mt-6">
          <SiteLink href={pages[next.page]} className={buttonClass('secondary')}>
            {next.label}
          </SiteLink>
        </p>
      ) : null}
      <p className="mt-6 text-ink-soft">
        Hilft das nicht, sind wir gern für Sie da: <ContactWays />.
      </p>
      <HomeLink />
    </SiteShell>
  );
}
