import { Paragraph, Points, TextLink } from './blocks';

/** What a mail says of itself when its documents are divided among several. */
export type Division = {
  /** From 1 on. */
  number: number;
  total: number;
  /** What is attached to this one. */
  files: readonly string[];
  /** What is too large for any mail. */
  linked: readonly { label: string; href: string }[];
};

export function DivisionNote({ number, total, files, linked }: Division) {
  return (
    <>
      {total > 1 && (
        <Paragraph>
          <strong>
            Die Unterlagen kommen in {total} E-Mails, weil sie für eine zu groß sind. Dies ist Nummer {number}
            .
          </strong>
        </Paragraph>
      )}
      {files.length > 0 && (
        <>
          <Paragraph>In dieser E-Mail sind angehängt:</Paragraph>
          <Points items={files} />
        </>
      )}
      {linked.length > 0 && (
        <>
          <Paragraph>
            <strong>Für eine E-Mail zu groß. Bitte laden Sie diese Unterlagen herunter:</strong>
          </Paragraph>
          {linked.map(({ label, href }) => (
            <Paragraph key={href}>
              <TextLink href={href}>{label}</TextLink>
            </Paragraph>
          ))}
        </>
      )}
    </>
  );
}
