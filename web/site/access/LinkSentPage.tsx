import type { ReactNode } from 'react';
import {
  linkSentSentence,
  linkSentTitle,
  linkSentTo,
  linksEndedSentence,
  linksEndedTitle,
} from '#domain/access-links';
import { maskEmail } from '#domain/people';
import { ContactWays } from '../ContactWays';
import { HomeLink, MedallionHead, SiteShell } from '../SiteShell';

/** After a link was asked for. `to`: where it went, for the browser that began the application. */
export function LinkSentPage({ to }: { to: string | null }) {
  return (
    <LinkNews title={linkSentTitle} sentence={to ? linkSentTo(maskEmail(to)) : linkSentSentence}>
      Bitte sehen Sie in Ihr Postfach.
    </LinkNews>
  );
}

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
        <p className="mt-6 text-lg wrap-anywhere">{sentence}</p>
        {more ? <p className="mt-4 text-ink-soft">{more}</p> : null}
        <HomeLink />
      </div>
    </SiteShell>
  );
}
