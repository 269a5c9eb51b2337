import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ApplicationDetails } from '#domain/applications/staff';
import type { Case, CaseChangeRequest } from '#domain/cases/staff';
import type { NewMessage } from '#domain/cases/staff-messages';
import { isMessageStatus, type MessageStatus } from '#domain/cases/statuses';
import { berlinDay } from '#domain/dates';
import type { FieldError } from '#domain/fields';
import { api, href } from '#domain/urls';
import { RequestFailed, request } from '../../../api';
import { sentenceOf, useAction } from '../../calls';
import { isTaken } from '../../form/unsent';
import { forgetHandedOut } from '../next-case';
import { detailsQuery } from '../queries';

export type SentChange = Omit<CaseChangeRequest, 'message'> & { message?: NewMessage };
export type CaseConflict = { sentence: string; current: Case; sent: SentChange };

type Options = {
  id: string;
  onSaved: (saved: Case, sent: SentChange) => void;
  onConflict: () => void;
  /** An earlier attempt has sent another message. */
  onTaken: () => void;
  /** The message has to be corrected before the case can take this step. */
  onWrongMessage: (status: MessageStatus) => void;
};

/** Sends a change. A conflict, and messages about fields, stay until the next attempt. */
export function useCaseChange({ id, onSaved, onConflict, onTaken, onWrongMessage }: Options) {
  const client = useQueryClient();
  const [conflict, setConflict] = useState<CaseConflict | null>(null);
  const [errors, setErrors] = useState<FieldError[]>([]);
  const { run, busy } = useAction({
    call: (sent: SentChange) => request<Case>('PATCH', href(api.case, { id }), sent),
    success: () => ({ title: 'Gespeichert', description: 'Der Vorgang ist gespeichert.' }),
    // what is shown beside the entry needs no toast
    failure: (error) =>
      isTaken(error) || currentOf(error) || fieldErrorsOf(error).length > 0
        ? null
        : { title: 'Fehler', description: sentenceOf(error, 'Der Vorgang konnte nicht gespeichert werden.') },
    after: (error, sent, saved) => {
      if (isTaken(error)) return onTaken();
      const current = error && currentOf(error);
      const wrong = error && !current ? fieldErrorsOf(error) : [];
      setErrors(wrong);
      const { status } = sent;
      if (status && isMessageStatus(status) && wrong.some(({ path }) => path.startsWith('message'))) {
        onWrongMessage(status);
      }
      setConflict(
        error && current
          ? { sentence: sentenceOf(error, 'Der Vorgang wurde geändert.'), current, sent }
          : null,
      );
      if (current) onConflict();
      if (!saved) return;
      client.setQueryData<ApplicationDetails>(
        detailsQuery(id).queryKey,
        (shown) => shown && { ...shown, case: saved },
      );
      forgetHandedOut(saved, berlinDay(new Date()));
      onSaved(saved, sent);
    },
  });
  return {
    run,
    busy,
    conflict,
    clearConflict: () => setConflict(null),
    errors,
    setErrors,
    errorOf: (path: string) => errors.find((one) => one.path === path)?.message,
  };
}

/** The case as it is now, if the change was refused because somebody else had changed it. */
function currentOf(error: Error): Case | null {
  if (!(error instanceof RequestFailed) || error.status !== 409) return null;
  return (error.read('current') as Case | undefined) ?? null;
}

/** A forbidden step is about the status. */
function fieldErrorsOf(error: Error): FieldError[] {
  if (!(error instanceof RequestFailed)) return [];
  if (error.status === 409 && error.sentence) return [{ path: 'status', message: error.sentence }];
  return error.fieldErrors;
}
