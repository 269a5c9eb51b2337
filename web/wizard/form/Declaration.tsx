import { pages } from '#domain/urls';

const statement = 'Datenschutzerklärung';

/** A declaration of the applicant. The name of the privacy statement in it becomes a link. */
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
