/** Name and BIC of a German bank by its Bankleitzahl. The browser sends these 8 digits, never the IBAN. */
import { bankDataByBLZ } from 'bankdata-germany';
import { Elysia } from 'elysia';
import { api } from '#domain/urls';
import { refusals } from '../../refusal';

export const bankRoutes = new Elysia({ name: 'banks' }).get(
  api.bank,
  ({ params, set }) => {
    const bank = /^\d{8}$/.test(params.bankCode) ? bankDataByBLZ(params.bankCode) : null;
    if (!bank) throw refusals.notFound('Zu dieser Bankleitzahl ist keine Bank bekannt.');
    set.headers['cache-control'] = 'public, max-age=86400';
    return { bankName: bank.bankName, bic: bank.bic };
  },
  { detail: { tags: ['Antrag'], summary: 'Bank zu einer Bankleitzahl' } },
);
