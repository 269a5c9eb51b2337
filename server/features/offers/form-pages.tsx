import {
  type OfferEntries,
  offerDeletedSentence,
  offerDeletedTitle,
  offerSentSentence,
  offerSentTitle,
} from '#domain/offers/offers';
import { OfferNews } from '#web/site/offers/OfferNews.tsx';
import { OfferRequestPage } from '#web/site/offers/OfferRequestPage.tsx';
import type { Assets } from '../../assets';
import type { Context } from '../../context';
import type { RefusedEntries } from '../../http/forms/public-form';
import { quietPages } from '../../pages/quiet';

export type FormPages = ReturnType<typeof createFormPages>;

type Shown = { entries: OfferEntries; source: string | null };

const title = 'Angebot per E-Mail';

/** None of them reads the database, and none of their addresses opens anything. */
export function createFormPages(context: Context, assets: Assets) {
  const { respond, typed } = quietPages(context, assets);
  return {
    form: (request: Request, shown: Shown) =>
      respond(request, title, <OfferRequestPage {...shown} today={context.today()} />),
    refused: (request: Request, shown: Shown, { status, errors, message }: RefusedEntries) => {
      const refused = { errors, notice: errors.length > 0 ? null : message };
      const page = <OfferRequestPage {...shown} today={context.today()} refused={refused} />;
      return typed(request, title, page, status);
    },
    sent: (request: Request) =>
      respond(
        request,
        offerSentTitle,
        <OfferNews
          title={offerSentTitle}
          lead="Bitte sehen Sie in Ihr Postfach."
          sentence={offerSentSentence}
        />,
      ),
    deleted: (request: Request) =>
      respond(
        request,
        offerDeletedTitle,
        <OfferNews title={offerDeletedTitle} lead="Das gilt sofort." sentence={offerDeletedSentence} />,
      ),
  };
}
