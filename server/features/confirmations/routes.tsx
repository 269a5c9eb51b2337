/** The policyholder of an application that somebody else made says whether they want it. */
import { findLastDisclosure } from '#db/applications/deliveries';
import { loadApplication } from '#db/applications/find';
import { storeConfirmation } from '#db/cases/change';
import { type AskedCase, findAsked } from '#db/cases/find';
import type { Reader } from '#db/client';
import { addEvidence } from '#db/evidence';
import { readDeclared } from '#db/proofs';
import { areAllThere } from '#domain/application';
import { maskIban } from '#domain/bank/numbers';
import {
  type ConfirmationAnswer,
  type ConfirmationView,
  confirmationNotices,
  newConfirmation,
} from '#domain/cases/confirmation';
import { documentKinds, documentLabels } from '#domain/document-kinds';
import { declaredKeys, wordings } from '#domain/law/wordings';
import { isoOf } from '#domain/time';
import { api, href, pages } from '#domain/urls';
import { ConfirmationPage } from '#web/site/confirmations.tsx';
import type { Context } from '../../context';
import { perform } from '../../deed';
import { textIn } from '../../http/body';
import { asksForPage } from '../../http/requests';
import { fields, type Site } from '../../pages/public-form';
import { gone, tokenPage } from '../../pages/token-page';
import { refusals } from '../../refusal';

export function confirmationRoutes(site: Site) {
  const { context } = site;
  const takes = fields(context, () => newConfirmation);
  const form = site.form({
    name: 'confirmation',
    notices: confirmationNotices,
    event: 'confirmation_not_stored',
  });
  return tokenPage(site, {
    kind: 'confirm',
    path: pages.confirmation,
    title: 'Antrag bestätigen',
    read: (token) => readConfirmation(context, token),
    show: (view, { token, again }) => {
      const { errors: [error] = [], message } = again?.refused ?? {};
      return {
        news: view.confirmed === null ? undefined : 'Antwort angekommen',
        body: <ConfirmationPage token={token} view={view} notice={error?.message ?? message} />,
      };
    },
    forms: (add) => [
      add({
        form,
        path: api.confirmation,
        back: null,
        docs: { tag: 'Status', summary: 'Einen Antrag bestätigen oder nicht' },
        takes: { ...takes, input: (body, isPlain) => takes.input(isPlain ? pressedIn(body) : body, false) },
        act: async ({ params: { token }, input, count }) => {
          if (!(await context.links.applicationOf('confirm', token))) throw gone();
          const { confirmed } = input();
          await count();
          return await answer(context, token, confirmed);
        },
        json: (answered) => [200, answered],
        plain: (_, { params }) => href(pages.confirmation, params),
      }),
    ],
  }).get(
    api.confirmation,
    async ({ params, request }) => {
      if (asksForPage(request)) return form.seeOther(href(pages.confirmation, params));
      const view = await readConfirmation(context, params.token);
      if (!view) throw gone();
      return view;
    },
    { detail: { tags: ['Status'], summary: 'Was der Versicherungsnehmer bestätigen soll' } },
  );
}

/** The button that was pressed says the answer. */
function pressedIn(body: unknown) {
  const value = textIn(body, 'confirmed');
  return { confirmed: value === 'true' || (value === 'false' ? false : undefined) };
}

/** The same answer again changes nothing and returns the first one. @throws Refusal */
async function answer(context: Context, token: string, confirmed: boolean): Promise<ConfirmationAnswer> {
  return await perform(context, null, async ({ tx, at, today }) => {
    const asked = await findAskedBy(context, token, tx);
    if (!asked) throw gone();
    const { applicationId } = asked;
    if (asked.confirmation !== 'open') {
      const before = answerOf(asked);
      if (before.confirmed !== confirmed) throw refusals.conflict(confirmationNotices.answered);
      return before;
    }
    const { sets } = (await loadApplication(tx, null, applicationId)) ?? {};
    const confirmation = confirmed ? 'confirmed' : 'refused';
    await storeConfirmation(tx, asked, { confirmation, at, today });
    const kind = `policyholder_${confirmation}` as const;
    const email = sets?.['policyholder-info']?.email;
    await addEvidence(tx, context.cipher, [{ kind, way: 'page', at, applicationId, email }]);
    return { confirmed, at: isoOf(at) };
  });
}

/** Null for a link that opens nothing: like a status link, it does not open what is to be erased. */
async function findAskedBy({ links }: Context, token: string, reader: Reader): Promise<AskedCase | null> {
  const link = await links.find('confirm', token, reader);
  const asked = link?.applicationId ? await findAsked(reader, link.applicationId) : null;
  return asked && asked.confirmation !== null && asked.restrictedAt === null ? asked : null;
}

function answerOf({ confirmation, confirmedAt }: AskedCase): ConfirmationAnswer {
  return { confirmed: confirmation === 'open' ? null : confirmation === 'confirmed', at: isoOf(confirmedAt) };
}

async function readConfirmation(context: Context, token: string): Promise<ConfirmationView | null> {
  const { db, cipher } = context;
  const reader = db.fresh;
  const asked = await findAskedBy(context, token, reader);
  const { sets } = (asked && (await loadApplication(reader, cipher, asked.applicationId))) ?? {};
  if (!asked || !sets || !areAllThere(sets)) return null;
  const { applicationId } = asked;
  const declared = await readDeclared(reader, applicationId);
  const { horseName, insuranceStartDate } = sets['horse-data'];
  const { tariffType, selfParticipation, paymentFrequency, monthlyPremium } = sets['tariff-selection'];
  const { accountHolder, iban } = sets['sepa-mandate'];
  return {
    applicationId,
    contactName: nameOf(sets['contact-data']),
    policyholderName: nameOf(sets['policyholder-info']),
    horseName,
    tariff: tariffType,
    selfParticipation,
    paymentFrequency,
    monthlyPremium,
    insuranceStartDate,
    iban: maskIban(iban),
    accountHolder,
    declarations: declaredKeys.flatMap((key) => {
      const text = declared[key];
      return text ? [{ label: wordings[key].label, text }] : [];
    }),
    documents: await documentsOf(context, reader, applicationId),
    ...answerOf(asked),
  };
}

function nameOf({ firstName, lastName }: { firstName: string; lastName: string }): string {
  return `${firstName} ${lastName}`;
}

/** Those of the mail: what was offered last, or those in force if nothing was. */
async function documentsOf({ documents }: Pick<Context, 'documents'>, reader: Reader, applicationId: string) {
  const set = (await findLastDisclosure(reader, applicationId))?.documents ?? (await documents.currentSet());
  return documentKinds.map((kind) => ({
    kind,
    label: documentLabels[kind],
    url: href(pages.documentFile, { kind, file: `${set[kind]}.pdf` }),
  }));
}
