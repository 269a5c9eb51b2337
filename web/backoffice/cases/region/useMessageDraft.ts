import { useState } from 'react';
import type { MessageTemplate, MessageText } from '#domain/cases/messages';
import { checkMessage } from '#domain/cases/staff-messages';
import { type CaseStatus, caseStatuses, isMessageStatus } from '#domain/cases/statuses';
import type { FieldError } from '#domain/fields';
import { api, href } from '#domain/urls';
import { useLoaded } from '../../calls';
import { useAfterSession, useDraft } from '../../form/unsent';

export type MessageDraft = ReturnType<typeof useMessageDraft>;

const nothing: MessageText = { subject: '', body: '' };
/** What the user has written; a part that is missing is the template's, also when that arrives later. */
type Written = Partial<MessageText>;
const blank: Written = {};
type Draft = { status: CaseStatus; chosen: number; text: Written };

/** The message for a step to `status`. It begins with the first template, and stays when the dialog is closed. */
export function useMessageDraft(id: string, status: CaseStatus) {
  const { data, isLoadingError, refetch } = useLoaded<MessageTemplate[]>(href(api.caseTemplates, { id }), {
    // asked for with the choice of the status, so that the dialog opens with its text
    enabled: isMessageStatus(status),
  });
  const kept = useDraft<Draft>(`message ${id}`);
  const [draft, setDraft] = useState(kept.found ?? { status, chosen: 0, text: blank });
  useAfterSession(kept, draft.text === blank ? null : draft);
  const [wanted, setSends] = useState(true);
  const templates = (data ?? []).filter((one) => one.status === status);
  const own = draft.status === status ? draft : { status, chosen: 0, text: blank };
  const { subject, body } = templates[own.chosen] ?? nothing;
  const message = { subject, body, ...own.text };
  const change = (next: Partial<Draft>) => setDraft({ ...own, ...next });
  return {
    message,
    // a message that was declined for one step is not declined for a step that needs it
    sends: wanted || caseStatuses[status].message !== 'offered',
    setSends,
    templates,
    chosen: own.chosen,
    failed: isLoadingError,
    retry: () => void refetch(),
    choose: (chosen: number) => change({ chosen, text: blank }),
    write: (part: Written) => change({ text: { ...own.text, ...part } }),
    checked: (messageId: string, report: (errors: FieldError[]) => void) => {
      const checked = checkMessage(status, { id: messageId, ...message });
      report(checked.ok ? [] : checked.errors);
      return checked.ok;
    },
  };
}
