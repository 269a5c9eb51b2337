/** The media type of a workbook of Excel (ECMA-376). */
export const xlsxType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
