import { describe, expect, test } from 'bun:test';
import { messageStatuses } from '#domain/cases/statuses';
import { caseMessages, caseReply, type MessageProps } from '#emails/cases.tsx';
import { renderMail } from '#emails/render.tsx';

/** The HTML part and the text part. */
const parts = (change: Partial<MessageProps> = {}) => {
  const { html, text } = renderMail(caseMessages.inquiry, { ...caseMessages.inquiry.example, ...change });
  return [html, text];
};

describe.each(messageStatuses)('the message for %s', (status) => {
  const { subject, html, text } = renderMail(caseMessages[status], caseMessages[status].example);

  test('has the words of staff, and a button to the status page with the last day of its link', () => {
    expect(subject).toBe(caseMessages[status].example.subject);
    for (const part of [html, text]) {
      for (const words of [
        'Guten Tag Frau Sommer,',
        'Fjölnir',
        '/status/vorschau',
        'gilt bis zum 19.05.2027',
      ])
        expect(part).toContain(words);
    }
  });

  test('names what its button is for', () => {
    const name = status === 'inquiry' ? 'Frage beantworten' : 'Stand des Antrags ansehen';
    for (const part of [html, text]) expect(part).toContain(name);
  });

  test('names nobody in subject and preheader', () => {
    expect(subject + caseMessages[status].preheader(caseMessages[status].example)).not.toMatch(
      /Sommer|Fjölnir/,
    );
  });
});

describe('a message', () => {
  test('keeps lines and paragraphs', () => {
    const [html, text] = parts({ body: 'eins\nzwei\n\ndrei' });
    expect(html).toContain('eins<br/>zwei</p>');
    expect(text).toContain('eins\nzwei\n\ndrei');
  });

  test('shows markup as text', () => {
    const [html, text] = parts({ body: '<b>fett</b> & "so"', subject: '<i>Betreff</i>' });
    expect(html).toContain('&lt;b&gt;fett&lt;/b&gt; &amp;');
    expect(html).not.toContain('<i>Betreff');
    expect(text).toContain('<b>fett</b> & "so"');
  });
});

test('the mail about an answer to which no question was open says so', () => {
  const { html, text } = renderMail(caseReply, { ...caseReply.example, isOfQuestion: false });
  for (const part of [html, text]) {
    expect(part).toContain('Auf eine unserer E-Mails kam eine Antwort.');
    expect(part).not.toMatch(/Rückfrage wurde|heute fällig/);
  }
});

test('the mail about an answer tells staff when, and nothing else', () => {
  const { subject, html, text } = renderMail(caseReply, caseReply.example);
  expect(subject).toBe('Antwort auf Rückfrage (5b0c6d8e)');
  for (const part of [html, text]) {
    expect(part).toContain('20.11.2026, 14:03 Uhr');
    expect(part).toContain('/backoffice/applications/5b0c6d8e-41f3-4c8e-9a0b-7d2f3c9e1a64');
  }
});
