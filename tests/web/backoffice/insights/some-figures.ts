/** Figures of a period, as the server answers with them. */
import { askedPeriod, type Figures, type Insights, type Period } from '#domain/insights/insights';
import { api, pages } from '#domain/urls';
import { type setDocument, today } from '#tests/support/dom';
import { type Replies, show } from '../scripted-screen';

const asked = askedPeriod({}, today);
if ('wrong' in asked) throw new Error(asked.wrong);
export const usual: Period = asked;

const none: Figures = { begun: 0, completed: 0, transmitted: 0, issued: 0, declined: 0, withdrawn: 0 };
const figures: Figures = {
  begun: 1_200,
  completed: 80,
  transmitted: 60,
  issued: 40,
  declined: 12,
  withdrawn: 3,
};

export const insights: Insights = {
  ...usual,
  source: null,
  sources: ['website', 'messe', 'sonstige'],
  totals: figures,
  funnel: [
    { step: 1, label: 'Pferd', reached: 1_200, share: null },
    { step: 2, label: 'Kontakt', reached: 300, share: 0.25 },
    { step: 7, label: 'Eingereicht', reached: 0, share: null },
  ],
  outcomes: {
    source: [
      { key: 'website', label: 'website', ...figures },
      { key: 'messe', label: 'messe', ...figures, begun: 7 },
    ],
    tariff: [{ key: '', label: 'Noch keine Wahl', ...figures }],
    deductible: [],
    frequency: [{ key: 'annual', label: 'jährlich', ...figures }],
  },
  durations: [
    { key: 'begin_submit', label: 'Vom Beginn bis zum Einreichen', count: 80, median: 12, p90: 5_040 },
    { key: 'submit_staff', label: 'Bis zum ersten Schritt', count: 0, median: null, p90: null },
  ],
  callbacks: { received: 20, prepared: 10, completed: 5 },
  offers: { sent: 0, completed: 0 },
  mailsReturned: 3,
};

export const nothing: Insights = {
  ...insights,
  totals: none,
  callbacks: { received: 0, prepared: 0, completed: 0 },
  mailsReturned: 0,
};

export const figuresCall = (period: Period, more = '') =>
  `GET ${api.insights}?from=${period.from}&to=${period.to}${more}`;

type Stage = ReturnType<typeof setDocument>;

export const openInsights = (stage: Stage, replies: Replies = {}, search = '', role?: 'sachbearbeiter') =>
  show(stage, pages.backofficeInsights + search, {
    role,
    replies: { [figuresCall(usual)]: { body: insights }, ...replies },
  });
