import type { Said } from '#domain/backoffice/answers';
import type { ReminderType } from '#domain/backoffice/applications';
import { api, href } from '#domain/urls';
import { request } from '../../api';
import { sentenceOf } from '../failure';
import { useAction } from '../useAction';

/** Sends a reminder by hand and tells what became of it. After a refusal too the log has the attempt. */
export function useReminders(id: string) {
  return useAction({
    call: (type: ReminderType) => request<Said>('POST', href(api.resendReminder, { id }), { type }),
    success: ({ message }) => ({ title: 'Email versendet', description: message }),
    failure: (error) => ({
      title: 'Fehler beim Senden der Email',
      description: sentenceOf(error, 'Die Email konnte nicht versendet werden'),
    }),
    refresh: [api.details, api.emailLogs],
  });
}
