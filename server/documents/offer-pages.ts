import { berlinMidnight } from '#domain/dates';
import { type OfferFacts, validitySentence } from '#domain/offers';
import type { Operator } from '#domain/operator/operator';
import { linesOn } from './blocks';
import { writeLetterhead, writeMargins } from './letterhead';
import { styles } from './paper';
import { drawPaper } from './pdf';

export type OfferCopy = { offer: OfferFacts; operator: Operator };

const title = 'Angebot für eine OP-Versicherung für ein Pferd';

export function drawOffer({ offer, operator }: OfferCopy): Promise<Uint8Array> {
  const about = {
    title: `${title}, Nr. ${offer.number}`,
    subject: title,
    operator,
    date: new Date(berlinMidnight(offer.offeredOn)),
  };
  return drawPaper(about, (paper, whole) => {
    writeLetterhead(paper, whole, operator);
    const line = linesOn(paper, whole);
    paper.y += 26;
    line('H1', title, styles.title, 4);
    line('P', validitySentence(offer), styles.strong, 18);
    return () => writeMargins(paper, `Angebot ${offer.number}`, operator);
  });
}
