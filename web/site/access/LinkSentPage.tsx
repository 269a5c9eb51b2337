import { linkSentSentence, linkSentTitle } from '#domain/access-links';
import { HomeLink } from '../HomeLink';
import { MedallionHead } from '../MedallionHead';
import { SiteShell } from '../SiteShell';

/** After a link was asked for, for browsers without JavaScript. */
export function LinkSentPage() {
  return (
    <SiteShell>
      <div className="mx-auto max-w-3xl px-4 py-16 sm:px-6 sm:py-20">
        <MedallionHead title={linkSentTitle}>Bitte sehen Sie in Ihr Postfach.</MedallionHead>
        <p className="mt-6 text-lg text-pretty">{linkSentSentence}</p>
        <HomeLink />
      </div>
    </SiteShell>
  );
}
