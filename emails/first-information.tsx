import { firstInformation } from '#domain/documents/first-information';
import type { Block } from '#domain/documents/text';
import type { Operator } from '#domain/operator/operator';
import { Heading, Paragraph, Points, Subheading } from './parts/blocks';

/** The whole text of the document, for those who open no attachments. */
export function FirstInformation({ operator }: { operator: Operator }) {
  const { title, intro, topics } = firstInformation(operator);
  return (
    <>
      <Heading>{title}</Heading>
      {intro.map((text) => (
        <Paragraph key={text}>{text}</Paragraph>
      ))}
      {topics.map(({ heading, blocks }) => (
        <div key={heading}>
          <Subheading>{heading}</Subheading>
          {blocks.map((block, index) => (
            <TextBlock key={index} block={block} />
          ))}
        </div>
      ))}
    </>
  );
}

function TextBlock({ block }: { block: Block }) {
  if (typeof block === 'string') return <Paragraph>{block}</Paragraph>;
  if ('points' in block) return <Points items={block.points} />;
  return (
    <Paragraph>
      {block.lines.map((line, index) => (
        <span key={line}>
          {index > 0 ? <br /> : null}
          {line}
        </span>
      ))}
    </Paragraph>
  );
}
