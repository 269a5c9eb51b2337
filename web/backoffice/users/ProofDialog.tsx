import { useState } from 'react';
import { type OwnerProof, wrongCurrentPassword } from '#domain/accounts/user';
import { RequestFailed } from '../../api';
import { ActionButton } from '../buttons';
import { type Action, sentenceOf } from '../calls';
import { fieldErrors, OwnerDialog } from '../second-factor/proof';

/** The server wants to know first that the owner of the session acts. */
export const isUnproven = (error: Error | null) =>
  error instanceof RequestFailed && sentenceOf(error, '') === wrongCurrentPassword;

/** No toast when the question for the proof comes instead. */
export const unlessUnproven = (failure: string) => (error: Error) => (isUnproven(error) ? null : failure);

type Proven<Answer> = (proof: OwnerProof) => Promise<Answer>;
type Act<Answer> = Pick<Action<Answer, OwnerProof>, 'success'> & {
  call: Proven<Answer>;
  failure: string;
  /** Names the act and the account that it is about. */
  title: string;
};

/** Asks for the own password and a code. It closes when the act is done, and when it fails for another reason. */
export function ProofDialog<Answer>(props: Act<Answer> & { open: boolean; onClose: () => void }) {
  return (
    <OwnerDialog
      {...props}
      note="Bitte bestätigen Sie, dass Sie es sind. Alle Administratoren bekommen eine Nachricht darüber."
      passwordLabel="Ihr Passwort"
      after={(error) => {
        if (error && fieldErrors(error).length === 0) props.onClose();
      }}
      submit={{ label: 'Bestätigen', busyLabel: 'Wird bestätigt...' }}
    />
  );
}

type ButtonProps<Answer> = Act<Answer> &
  Omit<Parameters<typeof ActionButton<Answer>>[0], keyof Action<Answer, void>> & {
    after?: (error: Error | null) => unknown;
  };

/** A button for an act on another account: it asks for the proof if the server does. */
export function ProvenButton<Answer>({ call, title, after, ...act }: ButtonProps<Answer>) {
  const [asking, setAsking] = useState(false);
  const { success, failure, ...look } = act;
  return (
    <>
      <ActionButton
        {...look}
        call={() => call({})}
        success={success}
        failure={unlessUnproven(failure)}
        after={(error) => (isUnproven(error) ? setAsking(true) : after?.(error))}
      />
      <ProofDialog {...{ call, success, failure, title }} open={asking} onClose={() => setAsking(false)} />
    </>
  );
}
