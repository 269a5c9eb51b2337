import { HomeLink, MedallionHead, SiteShell } from '../SiteShell';

type Props = { title: string; lead: string; sentence: string };

/** After an offer was asked for, or deleted. */
export function OfferNews({ title, lead, sentence }: Props) {
  return (
    <SiteShell>
      <div className="mx-auto max-w-3xl px-4 py-16 sm:px-6 sm:py-20">
        <MedallionHead title={title}>{lead}</MedallionHead>
        <p className="mt-6 text-lg">{sentence}</p>
        <HomeLink />
      </div>
    </SiteShell>
  );
}
