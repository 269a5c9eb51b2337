type Props = { email: string; href?: string };

/** An e-mail address that breaks behind its @ first, and anywhere before it widens a table. */
export function EmailText({ email, href }: Props) {
  const at = email.lastIndexOf('@') + 1;
  const text = (
    <>
      {email.slice(0, at)}
      <wbr />
      {email.slice(at)}
    </>
  );
  return (
    <span className="wrap-anywhere">
      {href ? (
        <a href={href} className={linkClass}>
          {text}
        </a>
      ) : (
        text
      )}
    </span>
  );
}

/** A link in a table. */
export const linkClass =
  'text-green-800 underline decoration-green-200 underline-offset-4 hover:decoration-green-800';
