/** What failure reports consist of. */

export type Sent = {
  /** `Message-ID` of the mail that came back, with its angle brackets. */
  messageId: string;
  to: string;
};

export const crlf = (text: string) => text.replace(/^\n/, '').replace(/\r?\n/g, '\r\n');

export const original = ({ messageId, to }: Sent) => `From: Sattelfest <post@sattelfest.example>
To: ${to}
Subject: Ihr Antrag ist eingegangen
Message-ID: ${messageId}
Date: Fri, 20 Nov 2026 09:00:00 +0000
Auto-Submitted: auto-generated
MIME-Version: 1.0
Content-Type: text/plain; charset=utf-8

Guten Tag, Ihr Antrag ist eingegangen.`;

export const headerOf = (sent: Sent) => original(sent).split('\n\n')[0] ?? '';

type Parts = { words: string; status: string; carried: string; head?: string; wordsType?: string };

export const report = ({
  words,
  status,
  carried,
  head = '',
  wordsType = 'text/plain; charset=utf-8',
}: Parts) =>
  crlf(`
Return-Path: <>
Date: Fri, 20 Nov 2026 09:01:02 +0000
From: Mail Delivery System <MAILER-DAEMON@mx.provider.example>
To: post@sattelfest.example
Subject: Undelivered Mail Returned to Sender
Message-Id: <20261120090102.7F3A2@mx.provider.example>
Auto-Submitted: auto-replied
MIME-Version: 1.0
${head}Content-Type: multipart/report; report-type=delivery-status;
	boundary="7F3A2.1795165262/mx.provider.example"

This is a MIME-encapsulated message.

--7F3A2.1795165262/mx.provider.example
Content-Description: Notification
Content-Type: ${wordsType}

${words}

--7F3A2.1795165262/mx.provider.example
Content-Description: Delivery report
Content-Type: message/delivery-status

${status}

--7F3A2.1795165262/mx.provider.example
${carried}

--7F3A2.1795165262/mx.provider.example--
`);
