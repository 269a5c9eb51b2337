import { type AnyLinkKind, helpBeyond, invalidLinkTitle } from '#domain/access-links';
import { pages } from '#domain/urls';
import { EmptyScene } from '../../illustrations';
import { useSourced } from '../../source';
import { buttonClass } from '../../ui/button';
import { ContactWays } from '../ContactWays';
import { HomeLink, SiteShell } from '../SiteShell';

/** For a link of a mail that opens nothing: it does not tell why. */
export function InvalidLinkPage({ kind }: { kind: AnyLinkKind }) {
  const { help, next } = helpBeyond(kind);
  const sourced = useSourced();
  return (
    <SiteShell>
      <div className="mx-auto max-w-2xl px-4 py-16 text-center sm:px-6 sm:py-20">
        <EmptyScene className="mx-auto w-72 max-w-full sm:w-96" />
        <h1 className="mt-6 text-4xl text-balance text-green-900">{invalidLinkTitle}</h1>
        <p className="mt-4 text-lg">
          Links in unseren E-Mails gelten nur eine bestimmte Zeit. Bitte prüfen Sie, ob Sie die ganze Adresse
          geöffnet haben, oder nehmen Sie den Link aus unserer letzten E-Mail.
        </p>
        <p className="mt-4">{help}</p>
        {next ? (
          <p className="mt-6">
            <a href={sourced(pages[next.page])} className={buttonClass('secondary')}>
              {next.label}
            </a>
          </p>
        ) : null}
        <p className="mt-6 text-ink-soft">
          Hilft das nicht, sind wir gern für Sie da: <ContactWays />.
        </p>
        <HomeLink />
      </div>
    </SiteShell>
  );
}
