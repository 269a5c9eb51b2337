import type { Operator } from '#domain/operator/operator';
import { Table } from './table';
import { colours, fonts } from './theme';

/** Side of the picture in px; the file has twice as many for sharp screens. */
const side = 76;

/** The picture has the same URL in all mails, so that loading it reveals nothing about a recipient. */
export function Masthead({ publicUrl, brand }: { publicUrl: string } & Pick<Operator, 'brand'>) {
  return (
    <>
      <Table>
        <td className="inset" style={band}>
          <span style={{ fontSize: 26 }}>{brand.name}</span>
          <span data-skip-in-text="true" style={claim}>
            {brand.claim}
          </span>
        </td>
        <td className="inset" align="right" width={side} style={picture}>
          <img
            data-skip-in-text="true"
            src={`${publicUrl}/static/mail-horse.png`}
            alt="Ein Pferd, gezeichnet"
            width={side}
            height={side}
            // otherwise React adds a preload link, which mail programs do not know
            loading="lazy"
            style={{ display: 'block', border: 0 }}
          />
        </td>
      </Table>
      <Table>
        <td style={strap}>
          <div style={{ borderTop: `1px dashed ${colours.thread}` }} />
        </td>
      </Table>
    </>
  );
}

const band = {
  padding: '22px 36px 20px',
  backgroundColor: colours.green,
  color: colours.paper,
  fontFamily: fonts.serif,
} as const;

/** Colour and font are those of the alternative text, which appears while pictures are blocked. */
const picture = {
  padding: '14px 36px 14px 0',
  backgroundColor: colours.green,
  color: colours.mist,
  fontFamily: fonts.sans,
  fontSize: 12,
  lineHeight: '16px',
} as const;

const claim = {
  display: 'block',
  marginTop: 2,
  color: colours.mist,
  fontFamily: fonts.sans,
  fontSize: 13,
} as const;

const strap = { padding: '3px 0', backgroundColor: colours.saddle, fontSize: 0, lineHeight: 0 } as const;
