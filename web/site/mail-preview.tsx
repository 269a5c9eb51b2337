type PreviewedMail = { kind: string; label: string; address: string; subject: string; text: string };

export function MailPreviewPage({ mails }: { mails: readonly PreviewedMail[] }) {
  return (
    <main className="mx-auto max-w-[100rem] px-4 py-10 sm:px-6">
      <h1 className="text-4xl text-green-900">E-Mails</h1>
      <ul className="mt-4 flex flex-wrap gap-x-5 gap-y-1">
        {mails.map(({ kind, label }) => (
          <li key={kind}>
            <a href={`#${kind}`} className="text-green-800 underline underline-offset-4">
              {label}
            </a>
          </li>
        ))}
      </ul>
      {mails.map(({ kind, label, address, subject, text }) => (
        <section key={kind} id={kind} aria-labelledby={`${kind}-title`} className="mt-12">
          <h2 id={`${kind}-title`} className="text-2xl text-green-900">
            {label} <code className="font-mono text-base font-normal text-ink-soft">{kind}</code>
          </h2>
          <p className="mt-1 mb-4">
            Betreff: <strong>{subject}</strong>
          </p>
          <div className="grid gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
            <iframe
              title={`${label} als HTML`}
              src={address}
              className="h-[56rem] w-full rounded-card border border-line bg-white"
            />
            <pre
              // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
              tabIndex={0}
              className="max-h-[56rem] overflow-auto rounded-card border border-line bg-white p-5 font-mono text-sm whitespace-pre-wrap"
            >
              {text}
            </pre>
          </div>
        </section>
      ))}
    </main>
  );
}
