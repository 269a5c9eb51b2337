import { describe, expect, test } from 'bun:test';
import { type AdviceProps, adviceRecord } from '#emails/cases.tsx';
import { renderMail } from '#emails/render.tsx';

/** The HTML part and the text part. */
const parts = (change: Partial<AdviceProps> = {}) => {
  const { html, text } = renderMail(adviceRecord, { ...adviceRecord.example, ...change });
  return [html, text];
};

describe('advice_record', () => {
  test('greets the applicant and repeats wishes and advice', () => {
    for (const part of parts()) {
      for (const fact of [
        'Guten Tag Frau Sommer,',
        adviceRecord.example.applicationId,
        'Ihre Wünsche und Bedürfnisse',
        'Unsere Beratung und Empfehlung',
        'geht Distanzritte.',
        'Wir empfehlen den Top-OP-Schutz',
      ])
        expect(part).toContain(fact);
    }
  });

  test('keeps the lines and paragraphs of staff', () => {
    const [html, text] = parts({ wishes: 'eins\nzwei\n\ndrei' });
    expect(html).toContain('eins<br/>zwei</p>');
    expect(text).toContain('eins\nzwei\n\ndrei');
  });

  test('shows markup as text', () => {
    const [html, text] = parts({ advice: '<b>fett</b> & "so"' });
    expect(html).toContain('&lt;b&gt;fett&lt;/b&gt; &amp;');
    expect(text).toContain('<b>fett</b> & "so"');
  });

  test('has a subject that names nobody', () => {
    const { subject } = renderMail(adviceRecord, adviceRecord.example);
    expect(subject).toBe('Unsere Beratung zu Ihrem Antrag (5b0c6d8e)');
  });
});
