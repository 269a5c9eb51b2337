import { Linked } from './Linked';

type Props = { email: string; href?: string };

/** An e-mail address that may break after its @, and anywhere else if it would widen the table. */
export function EmailText({ email, href }: Props) {
  const at = email.lastIndexOf('@') + 1;
  return (
    <span className="wrap-anywhere">
      <Linked href={href}>
        <span>{email.slice(0, at)}</span>
        <wbr />
        <span>{email.slice(at)}</span>
      </Linked>
    </span>
  );
}
