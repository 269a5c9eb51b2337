import { pages } from '#domain/urls';

const statement = 'Datenschutzerklärung';

/** What the applicant declares; the privacy statement is a link where the sentence names it. */
export function Declaration({ sentence }: { sentence: string }) {
  const [before, after] = sentence.split(statement);
  if (after === undefined) return sentence;
  return (
    <>
      {before}
      <a
        href={pages.privacy}
        target="_blank"
        rel="noreferrer"
        className="text-green-800 underline underline-offset-4"
      >
        {statement}
      </a>
      {after}
    </>
  );
}
