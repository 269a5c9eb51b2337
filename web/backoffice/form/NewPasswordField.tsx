import { type ComponentProps, useEffect, useState } from 'react';
import { weaknessOf } from '#domain/accounts/user';
import { PasswordField } from '../../ui/fields';

type Props = ComponentProps<typeof PasswordField> & {
  value: string;
  username: string;
  minimum: string;
};

const none: ReadonlySet<string> = new Set();

export function NewPasswordField({ username, minimum, ...field }: Props) {
  const weakness = weaknessOf(field.value, username, useCommonPasswords(field.value !== ''));
  // one judgement at a time
  const isNamed = weakness !== null && !field.error;
  return (
    <PasswordField
      {...field}
      autoComplete="new-password"
      hint={
        <>
          <span>{field.value === '' && !field.error ? minimum : null}</span>
          <span aria-live="polite" lang="de">
            {isNamed ? (
              <>
                <strong className="text-saddle-800">Schwaches Passwort</strong>
                <span>{`: ${weakness}`}</span>
              </>
            ) : null}
          </span>
        </>
      }
    />
  );
}

/** Loaded when somebody types, because the list is long. Without it, the other weaknesses are still named. */
function useCommonPasswords(needed: boolean): ReadonlySet<string> {
  const [common, setCommon] = useState(none);
  useEffect(() => {
    if (!needed) return;
    import('@zxcvbn-ts/language-common').then(
      ({ dictionary }) => setCommon(new Set(dictionary['passwords-common'])),
      () => undefined,
    );
  }, [needed]);
  return common;
}
