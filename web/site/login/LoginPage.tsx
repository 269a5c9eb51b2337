import { SiteShell } from '../SiteShell';

/** Stands where the staff login will be. */
export function LoginPage() {
  return (
    <SiteShell>
      <div className="mx-auto max-w-md px-4 py-24 sm:px-6">
        <h1 className="text-3xl text-green-900">Backoffice Anmeldung</h1>
        <p className="mt-4 text-ink-soft">Das Backoffice ist noch nicht geöffnet.</p>
      </div>
    </SiteShell>
  );
}
