import type { ReactNode } from 'react';
import { linkSentSentence, linkSentTitle, linksEndedSentence, linksEndedTitle } from '#domain/access-links';
import { ContactWays } from '../ContactWays';
import { HomeLink, MedallionHead, SiteShell } from '../SiteShell';

/** After a link was asked for, for browsers without JavaScript. */
export function LinkSentPage() {
  return (
    <LinkNews title={linkSentTitle} sentence={linkSentSentence}>
      Bitte sehen Sie in Ihr Postfach.
    </LinkNews>
  );
}

/** After the links to an application were ended. */
export function LinksEndedPage() {
  return (
    <LinkNews
      title={linksEndedTitle}
      sentence={linksEndedSentence}
      more={
        <>
          Ihr Antrag selbst ist unverändert. Brauchen Sie den Link früher, erreichen Sie uns unter{' '}
          <ContactWays />.
        </>
      }
    >
      Das gilt sofort, für alle Links.
    </LinkNews>
  );
}

type Props = { title: string; sentence: string; more?: ReactNode; children: string };

function LinkNews({ title, sentence, more, children }: Props) {
  return (
    <SiteShell>
      <div className="mx-auto max-w-3xl px-4 py-16 sm:px-6 sm:py-20">
        <MedallionHead title={title}>{children}</MedallionHead>
        <p className="mt-6 text-lg">{sentence}</p>
        {more ? <p className="mt-4 text-ink-soft">{more}</p> : null}
        <HomeLink />
      </div>
    </SiteShell>
  );
}
