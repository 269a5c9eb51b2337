import { Fragment } from 'react';
import { intermediaryLine } from '#domain/operator/intermediary';
import { businessLines, type Operator } from '#domain/operator/operator';
import { pages } from '#domain/urls';
import { Table } from './table';
import { colours, fonts } from './theme';

/** The sender's company data, which business letters must contain (GmbHG § 35a), and the status as intermediary. */
export function Footer({ publicUrl, operator }: { publicUrl: string; operator: Operator }) {
  const { company } = operator;
  return (
    <Table width={600}>
      <td className="inset quiet" style={footer}>
        <p style={paragraph}>
          {company.name}
          <br />
          {company.street}, {company.zipCode} {company.city}
        </p>
        <p style={paragraph}>
          {businessLines(operator).map((line, index) => (
            <Fragment key={line}>
              {index > 0 && <br />}
              {line}
            </Fragment>
          ))}
        </p>
        <p style={paragraph}>
          <FooterLink href={`${publicUrl}${pages.imprint}`}>Impressum</FooterLink>
          {' · '}
          <FooterLink href={`${publicUrl}${pages.privacy}`}>Datenschutz</FooterLink>
        </p>
        <p style={paragraph}>
          {intermediaryLine(operator)}
          {' · '}
          <FooterLink href={`${publicUrl}${pages.initialInformation}`}>Erstinformation</FooterLink>
        </p>
      </td>
    </Table>
  );
}

function FooterLink({ href, children }: { href: string; children: string }) {
  return (
    <a className="quiet" href={href} style={{ color: colours.quiet, textDecoration: 'underline' }}>
      {children}
    </a>
  );
}

const paragraph = { margin: '0 0 10px' } as const;

const footer = {
  padding: '22px 36px 16px',
  color: colours.quiet,
  fontFamily: fonts.sans,
  fontSize: 13,
  lineHeight: '20px',
  textAlign: 'left',
} as const;
