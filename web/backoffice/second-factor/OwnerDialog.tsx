import { secondFactorEnd as ownerProof } from '#domain/accounts/second-factor';
import { check } from '#domain/fields';
import { PasswordField } from '../../ui/fields';
import { FormDialog } from '../form/FormDialog';
import { CodeField } from './CodeField';
import { failing, fieldErrors } from './failure';

type Proof = { currentPassword: string; code: string };
type DialogProps<Answer> = Parameters<typeof FormDialog<Proof, Proof, Answer>>[0];
type Props<Answer> = Omit<DialogProps<Answer>, 'initial' | 'check' | 'failure' | 'fieldErrors' | 'fields'> & {
  failure: string;
  passwordLabel: string;
};

/** Asks for the own password and a code, so that only the owner of the session can act. */
export function OwnerDialog<Answer>({ failure, passwordLabel, ...dialog }: Props<Answer>) {
  return (
    <FormDialog
      {...dialog}
      initial={{ currentPassword: '', code: '' }}
      check={(typed: Proof) => check(ownerProof, typed)}
      failure={failing(failure)}
      fieldErrors={fieldErrors}
      fields={({ register, errors }) => (
        <>
          <PasswordField
            label={passwordLabel}
            autoComplete="current-password"
            aria-required
            error={errors.currentPassword?.message}
            {...register('currentPassword')}
          />
          <CodeField error={errors.code?.message} {...register('code')} />
        </>
      )}
    />
  );
}
