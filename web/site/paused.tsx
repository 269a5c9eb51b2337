import { useOperator } from '../operator';
import { CallbackSection } from './home/sections';
import { HomeLink, MedallionHead, SiteShell } from './SiteShell';

/** In place of the wizard, for who has not begun yet. */
export function PausedPage() {
  const { pause: [sentence = '', ...more] = [] } = useOperator();
  return (
    <SiteShell>
      <div className="mx-auto max-w-3xl px-4 pt-16 sm:px-6 sm:pt-20">
        <MedallionHead title={sentence}>
          {more.map((line) => (
            <span key={line} className="block">
              {line}
            </span>
          ))}
        </MedallionHead>
        <HomeLink />
      </div>
      <CallbackSection />
    </SiteShell>
  );
}
