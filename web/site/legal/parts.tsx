import type { ReactNode } from 'react';
import { mailHref } from '#domain/links';
import type { Office } from '#domain/operator/offices';
import { useOperator } from '../../operator';

export function Address(props: Office & { children?: ReactNode }) {
  const { name, street, city, phone, email, website, children } = props;
  return (
    <address className="hyphens-none border-l-2 border-line pl-4 not-italic">
      <span className="font-semibold">{name}</span>
      <Line>{street}</Line>
      <Line>{city}</Line>
      {phone ? <Line>Telefon: {phone}</Line> : null}
      {email ? (
        <Line>
          E-Mail: <a href={mailHref(email)}>{email}</a>
        </Line>
      ) : null}
      {website ? (
        <Line>
          <a href={website} rel="noreferrer">
            {website.replace('https://', '')}
          </a>
        </Line>
      ) : null}
      {children}
    </address>
  );
}

export function CompanyAddress() {
  const { company } = useOperator();
  return (
    <Address name={company.name} street={company.street} city={`${company.zipCode} ${company.city}`}>
      <Line>
        Telefon: <a href={company.phoneHref}>{company.phone}</a>
      </Line>
      <Line>
        E-Mail: <a href={mailHref(company.email)}>{company.email}</a>
      </Line>
    </Address>
  );
}

export function Line({ children }: { children: ReactNode }) {
  return <span className="block">{children}</span>;
}

export function Points({ items }: { items: ReactNode[] }) {
  return (
    <ul className="list-disc space-y-2 pl-5 marker:text-saddle-600">
      {items.map((item, index) => (
        <li key={index}>{item}</li>
      ))}
    </ul>
  );
}

/** Names with texts beside them; on a phone below them. */
export function Terms({ rows }: { rows: { name: ReactNode; text: ReactNode }[] }) {
  return (
    <dl className="divide-y divide-line border-y border-line">
      {rows.map(({ name, text }, index) => (
        <div key={index} className="grid gap-1 py-3.5 sm:grid-cols-[13rem_1fr] sm:gap-6">
          <dt className="font-semibold wrap-anywhere hyphens-none">{name}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}
