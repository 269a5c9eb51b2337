import { Object as ObjectType, type Static } from 'typebox';
import { type Checked, check, choice, lines, text } from '../fields';
import { clientId } from '../ids';
import { longestMessage } from './messages';
import {
  type CaseStatus,
  caseStatuses,
  isMessageStatus,
  type MessageStatus,
  messageStatuses,
} from './statuses';

const message = {
  subject: text('Bitte geben Sie einen Betreff ein', longestMessage.subject),
  body: lines('Bitte schreiben Sie eine Nachricht', longestMessage.body),
};
const newMessage = ObjectType({ id: clientId, ...message });
export type NewMessage = Static<typeof newMessage>;
export type StepMessage = NewMessage & { status: MessageStatus };

export const messagePreview = ObjectType({
  status: choice([...messageStatuses], 'Zu diesem Stand gibt es keine Nachricht'),
  ...message,
});
export type MessagePreview = Static<typeof messagePreview>;

export type PreviewedMail = { subject: string; html: string; text: string };

/** Null if there is no message: whether the step needs one is decided with the step. */
export function checkMessage(status: CaseStatus | undefined, given: unknown): Checked<StepMessage | null> {
  if (given === undefined || given === null) return { ok: true, value: null };
  if (status === undefined || !isMessageStatus(status)) return { ok: false, errors: [misplaced] };
  const checked = check(newMessage, given);
  if (checked.ok) return { ok: true, value: { ...checked.value, status } };
  const errors = checked.errors.map(({ path, message }) => ({ path: `message.${path}`, message }));
  return { ok: false, errors };
}

const labels = messageStatuses.map((status) => `„${caseStatuses[status].label}“`);
const misplaced = {
  path: 'message',
  message: `Eine Nachricht geht nur zusammen mit dem Stand ${labels.slice(0, -1).join(', ')} oder ${labels.at(-1)}`,
};
