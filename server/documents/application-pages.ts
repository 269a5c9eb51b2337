import { stateLabels } from '#domain/applications/staff';
import { formatInstant } from '#domain/format';
import { linesOn, writeFacts, writeSection } from './blocks';
import { type Copy, sectionsOf } from './content';
import { writeLetterhead, writeMargins } from './letterhead';
import { contentWidth, type Element, type Paper, sheet, styles } from './paper';
import { drawPaper } from './pdf';
import { priceOf } from './price';
import { writePrice } from './price-box';

const title = 'Antrag auf OP-Versicherung für ein Pferd';

export function drawApplication(copy: Copy): Promise<Uint8Array> {
  const { application, sets, operator, printedAt } = copy;
  const about = {
    title: `${title}, Nr. ${application.id}`,
    subject: title,
    operator,
    date: new Date(printedAt ?? application.lastUpdated),
  };
  return drawPaper(about, (paper, whole) => {
    writeLetterhead(paper, whole, operator);
    writeCover(paper, whole, copy);
    const selection = sets['tariff-selection'];
    if (selection) writePrice(paper, whole, priceOf(selection, copy));
    for (const section of sectionsOf(copy)) writeSection(paper, whole, section);
    if (printedAt) {
      paper.y += 14;
      const foot = `Stand vom ${formatInstant(printedAt)}. Enthält personenbezogene Daten.`;
      linesOn(paper, whole)('P', foot, styles.declared, 0);
    }
    return () => writeMargins(paper, `Antrag ${application.id}`, operator);
  });
}

function writeCover(paper: Paper, parent: Element, { application, operator: { insurer }, printedAt }: Copy) {
  const { id, completed, createdAt, lastUpdated } = application;
  const line = linesOn(paper, parent);
  paper.y += 26;
  line('H1', title, styles.title, 2);
  line('P', `An die ${insurer.name}, ${insurer.street}, ${insurer.zipCode} ${insurer.city}`, styles.body, 8);
  if (!printedAt) {
    const sent = `Antragsnummer ${id}, eingereicht am ${formatInstant(lastUpdated)} Uhr`;
    line('P', sent, styles.strong, 1);
    const status = `Dieses Dokument hält Ihre Angaben fest. Es ist kein Versicherungsschein: Der Vertrag kommt zustande, wenn die ${insurer.name} den Antrag annimmt.`;
    line('P', status, styles.body, 14);
    return;
  }
  const open = 'Noch nicht eingereicht: Die Angaben können sich ändern.';
  if (!completed) line('P', open, styles.strong, 4);
  line('P', `Antragsnummer ${id}`, styles.strong, 1);
  const facts = [
    { label: 'Status', value: stateLabels[completed ? 'completed' : 'incomplete'] },
    { label: 'Begonnen', value: formatInstant(createdAt) },
    { label: completed ? 'Eingereicht' : 'Zuletzt aktualisiert', value: formatInstant(lastUpdated) },
  ];
  writeFacts(paper, parent, facts, { x: sheet.left, width: contentWidth, columns: 3 });
  paper.y += 10;
}
