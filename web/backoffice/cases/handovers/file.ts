/** The file of a hand-over. A plain link would send no token. */

import { type Handover, handoverName } from '#domain/cases/handover';
import { api, href } from '#domain/urls';
import { requestFile } from '../../../api';
import { toast } from '../../../ui/toasts';
import { sentenceOf } from '../../calls';
import { saveFile } from '../../save-file';

export async function downloadHandover(handover: Pick<Handover, 'id' | 'format' | 'at'>): Promise<void> {
  try {
    const file = await requestFile(href(api.handoverFile, { id: handover.id }));
    saveFile(handoverName(handover), file);
  } catch (error) {
    const fallback = 'Die Datei konnte nicht heruntergeladen werden.';
    const description = error instanceof Error ? sentenceOf(error, fallback) : fallback;
    toast({ title: 'Fehler', description, tone: 'destructive' });
  }
}
