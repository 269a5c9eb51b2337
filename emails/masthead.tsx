import { brand } from '../domain/company';
import { Table } from './table';
import { colours, fonts } from './theme';

/** The brand on green, closed by a strap of saddle leather with its seam: an ornament that needs no picture. */
export function Masthead() {
  return (
    <>
      <Table>
        <td className="inset" style={band}>
          <span style={{ fontSize: 26 }}>{brand.name}</span>
          <span data-skip-in-text="true" style={claim}>
            {brand.claim}
          </span>
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

const claim = {
  display: 'block',
  marginTop: 2,
  color: colours.mist,
  fontFamily: fonts.sans,
  fontSize: 13,
} as const;

const strap = { padding: '3px 0', backgroundColor: colours.saddle, fontSize: 0, lineHeight: 0 } as const;
