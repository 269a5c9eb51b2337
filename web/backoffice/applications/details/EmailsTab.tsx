import { type MouseEvent, useRef } from 'react';
import type { ApplicationDetails, ReminderType } from '#domain/applications/staff';
import { formatInstant } from '#domain/format';
import { mailKinds } from '#domain/mails/kinds';
import type { EmailLog } from '#domain/mails/log';
import type { MessageResponse } from '#domain/responses';
import { api, href } from '#domain/urls';
import { request } from '../../../api';
import { Button } from '../../../ui/button';
import { sentenceOf, useAction } from '../../calls';
import { MailOutcome } from '../../email-logs/MailOutcome';
import { Empty, useFocusAfter } from '../../table/frame';
import { type Column, Table, wide } from '../../table/Table';

export function EmailsTab({ details }: { details: ApplicationDetails }) {
  const { application, contactData, emailLogs } = details;
  const { run: remind, busy: sending } = useAction({
    call: (type: ReminderType) =>
      request<MessageResponse>('POST', href(api.resendReminder, { id: application.id }), { type }),
    success: ({ message }) => ({ title: 'Email versendet', description: message }),
    failure: (error) => ({
      title: 'Fehler beim Senden der Email',
      description: sentenceOf(error, 'Die Email konnte nicht versendet werden'),
    }),
  });
  const pressed = useRef<HTMLButtonElement>(null);
  // a disabled button loses the focus
  useFocusAfter(sending, pressed);
  const remindBy = (type: ReminderType) => (event: MouseEvent<HTMLButtonElement>) => {
    pressed.current = event.currentTarget;
    remind(type);
  };
  const disabled = sending || !contactData?.email;
  return (
    <div className="space-y-4">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <div className="flex flex-wrap gap-2">
          <Button look="secondary" size="small" disabled={disabled} onClick={remindBy('first')}>
            Erste Erinnerung senden
          </Button>
          <Button look="secondary" size="small" disabled={disabled} onClick={remindBy('second')}>
            Zweite Erinnerung senden
          </Button>
        </div>
        <p role="status" className="text-sm text-ink-soft">
          {hint(sending, contactData)}
        </p>
      </div>
      {emailLogs.length > 0 ? (
        <Table label="Verlauf" columns={columns} rows={emailLogs} look="shortXl" />
      ) : (
        <Empty small title="Keine E-Mails verfügbar" />
      )}
    </div>
  );
}

function hint(sending: boolean, contact: ApplicationDetails['contactData']): string {
  if (sending) return 'Wird gesendet...';
  if (!contact) return 'Für eine Erinnerung fehlt noch die Adresse aus dem zweiten Schritt.';
  return contact.reminderConsent ? '' : 'Keine Einwilligung: neutraler Hinweis';
}

const columns: Column<EmailLog>[] = [
  {
    header: 'Gesendet',
    cell: ({ sentAt }) => formatInstant(sentAt),
    className: `${wide} tabular-nums xl:whitespace-nowrap`,
  },
  { header: 'Typ', cell: ({ emailType }) => mailKinds[emailType].label },
  { header: 'Empfänger', cell: ({ recipientEmail }) => recipientEmail },
  { header: 'Betreff', cell: ({ subject }) => subject },
  { header: 'Ergebnis', cell: (log) => <MailOutcome log={log} /> },
];
