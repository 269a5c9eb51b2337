import { insightsName } from '#domain/insights/csv';
import type { Period } from '#domain/insights/insights';
import { api } from '#domain/urls';
import { requestFile } from '../../api';
import { ActionButton } from '../buttons';
import { saveFile } from '../save-file';

type Props = { period: Period; source: string | undefined };

/** A plain link would send no token. */
export function Download({ period, source }: Props) {
  const query = new URLSearchParams({ ...period, ...(source !== undefined && { source }), format: 'csv' });
  return (
    <ActionButton
      label="CSV herunterladen"
      busyLabel="Wird erstellt..."
      isReading
      call={() => requestFile(`${api.insights}?${query}`)}
      success={(file) => {
        saveFile(insightsName(period), file);
        return null;
      }}
      failure="Die Datei konnte nicht heruntergeladen werden."
    />
  );
}
