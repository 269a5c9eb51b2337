import { block, Points, Table, TextLink } from './blocks';
import { colours } from './theme';

/** What a mail says of itself when its documents are divided among several. */
export type Division = {
  number: number;
  total: number;
  files: readonly string[];
  linked: readonly { label: string; href: string }[];
};

/** Above the title, so that it is true of whatever the mail says below. */
export function DivisionNote({ number, total, files, linked }: Division) {
  return (
    <Table className="page" style={box}>
      <td style={{ padding: '14px 18px 2px' }}>
        {total > 1 && (
          <Line>
            <strong>
              Die Unterlagen kommen in {total} E-Mails, weil sie für eine zu groß sind. Dies ist Nummer{' '}
              {number}.
            </strong>
          </Line>
        )}
        {files.length > 0 && (
          <>
            <Line>An dieser E-Mail hängen:</Line>
            <Points items={files} />
          </>
        )}
        {linked.length > 0 && (
          <Line>
            <strong>Für eine E-Mail zu groß. Bitte laden Sie diese Unterlagen herunter:</strong>
          </Line>
        )}
        {linked.map(({ label, href }) => (
          <Line key={href}>
            <TextLink href={href}>{label}</TextLink>
          </Line>
        ))}
      </td>
    </Table>
  );
}

const Line = block('p', { margin: '0 0 12px' });

const box = {
  margin: '0 0 28px',
  backgroundColor: colours.paper,
  border: `1px solid ${colours.line}`,
  borderRadius: 6,
  borderCollapse: 'separate',
} as const;
