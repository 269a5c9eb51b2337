import { berlinMidnight } from '#domain/dates';
import { validitySentence } from '#domain/offers/offers';
import { linesOn, writeSection } from './blocks';
import { writeLetterhead, writeMargins } from './letterhead';
import { benefitsOf, insurerSentence, type OfferCopy, topicsOf } from './offer-content';
import { styles } from './paper';
import { drawPaper } from './pdf';
import { offeredPrice } from './price';
import { writePrice } from './price-box';
import { writeTopic } from './text-pages';

const title = 'Angebot für eine OP-Versicherung für ein Pferd';

export function drawOffer({ offer, terms, operator }: OfferCopy): Promise<Uint8Array> {
  const { insurer } = operator;
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
    line('P', `Angebot ${offer.number}, Tarifversion ${offer.tariffVersion}`, styles.strong, 1);
    line('P', validitySentence(offer), styles.strong, 6);
    line('P', insurerSentence(insurer), styles.body, 14);
    writePrice(paper, whole, offeredPrice(offer, operator));
    writeSection(paper, whole, benefitsOf(offer, terms));
    for (const topic of topicsOf(offer, terms, operator))
      writeTopic(paper, whole, topic, topic.blocks.length);
    return () => writeMargins(paper, `Angebot ${offer.number}`, operator);
  });
}
