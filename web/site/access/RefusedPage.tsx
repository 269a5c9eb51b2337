import { Alert } from '../../ui/notices';
import { HomeLink, SiteShell } from '../SiteShell';

/** Why the button of a page did nothing, for browsers without JavaScript. */
export function RefusedPage({ message }: { message: string }) {
  return (
    <SiteShell>
      <div className="mx-auto max-w-2xl px-4 py-16 sm:px-6 sm:py-24">
        <h1 className="text-4xl text-green-900">Das hat nicht geklappt</h1>
        <div className="mt-6">
          <Alert tone="danger" role="alert">
            {message}
          </Alert>
        </div>
        <HomeLink />
      </div>
    </SiteShell>
  );
}
