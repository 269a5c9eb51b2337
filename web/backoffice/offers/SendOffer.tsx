import { useState } from 'react';
import { berlinDay } from '#domain/dates';
import { type Checked, check, tidied } from '#domain/fields';
import { type NewOffer, newOffer } from '#domain/offers/offers';
import { api } from '#domain/urls';
import { request } from '../../api';
import { Button } from '../../ui/button';
import { FormDialog } from '../form/FormDialog';
import { noOffer, OfferFields, type TypedOffer } from './OfferFields';

/** By telephone: somebody asks for the price in writing. */
export function SendOffer() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button size="small" onClick={() => setOpen(true)}>
        Angebot senden
      </Button>
      <FormDialog<TypedOffer, NewOffer, unknown>
        open={open}
        onClose={() => setOpen(false)}
        draft="offer"
        title="Angebot senden"
        note="Das Angebot geht mit allen Unterlagen an diese Adresse. Es ist unverbindlich."
        initial={noOffer}
        check={checkOffer}
        call={(offer) => request('POST', api.staffOffers, offer)}
        success="Das Angebot ist unterwegs."
        failure="Das Angebot konnte nicht gesendet werden."
        submit={{ label: 'Angebot senden', busyLabel: 'Wird gesendet...' }}
        fields={OfferFields}
      />
    </>
  );
}

function checkOffer(typed: TypedOffer, id: string): Checked<NewOffer> {
  const { horseBirthYear, insuranceStartDate, selfParticipation, ...more } = typed;
  const born = tidied(horseBirthYear);
  return check(newOffer(berlinDay(new Date())), {
    id,
    ...more,
    selfParticipation: Number(selfParticipation),
    ...(born ? { horseBirthYear: Number(born) } : {}),
    ...(insuranceStartDate ? { insuranceStartDate } : {}),
  });
}
