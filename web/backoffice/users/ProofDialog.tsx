import { useState } from 'react';
import { type OwnerProof, wrongCurrentPassword } from '#domain/accounts/user';
import { RequestFailed } from '../../api';
import { ActionButton } from '../buttons';
import { type Action, sentenceOf } from '../calls';
import { fieldErrors, OwnerDialog } from '../second-factor/proof';

/** The server wants to know first that the owner of the session acts. */
export const unproven = Symbol('unproven');

/** Makes a call without a proof, which is enough for an account without a second factor. */
export async function tryUnproven<Answer>(call: Proven<Answer>): Promise<Answer | typeof unproven> {
  try {
    return await call({});
  } catch (error) {
    const isAsked = error instanceof RequestFailed && sentenceOf(error, '') === wrongCurrentPassword;
    if (isAsked) return unproven;
    throw error;
  }
}

type Proven<Answer> = (proof: OwnerProof) => Promise<Answer>;
type Act<Answer> = Pick<Action<Answer, OwnerProof>, 'success'> & {
  call: Proven<Answer>;
  failure: string;
  /** Names the act and the account that it is about. */
  title: string;
};

/** Asks for the own password and a code. It closes when the act is done, and when it fails for another reason. */
export function ProofDialog<Answer>({
  call,
  ...shown
}: Act<Answer> & { open: boolean; onClose: () => void }) {
  return (
    <OwnerDialog
      {...shown}
      note="Bitte bestätigen Sie, dass Sie es sind. Alle Administratoren bekommen eine Nachricht darüber."
      passwordLabel="Ihr Passwort"
      call={async (proof) => {
        try {
          return await call(proof);
        } catch (error) {
          if (!(error instanceof Error) || fieldErrors(error).length === 0) shown.onClose();
          throw error;
        }
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
export function ProvenButton<Answer>({ call, success, failure, title, after, ...look }: ButtonProps<Answer>) {
  const [asking, setAsking] = useState(false);
  const said = (answer: Answer) => (typeof success === 'string' ? success : success(answer));
  return (
    <>
      <ActionButton
        {...look}
        call={() => tryUnproven(call)}
        success={(answer) => (answer === unproven ? null : said(answer))}
        failure={failure}
        after={(error, _, answer) => (answer === unproven ? setAsking(true) : after?.(error))}
      />
      <ProofDialog
        open={asking}
        onClose={() => setAsking(false)}
        title={title}
        call={call}
        success={success}
        failure={failure}
      />
    </>
  );
}
