/** The applicant's declarations, word for word, for the checkboxes of the wizard and for the PDF. */
export const consents = {
  requirements: 'Ich bestätige, dass mein Pferd diese Voraussetzungen erfüllt, und stimme ihnen zu.',
  dataProcessing:
    'Ich stimme zu, dass meine Angaben zur Bearbeitung meines Antrags verarbeitet werden. Mehr dazu steht in der Datenschutzerklärung.',
  mandate: 'Ich erteile das SEPA-Lastschriftmandat mit diesem Wortlaut.',
  submission:
    'Mit dem Absenden bestätige ich, dass ich die Allgemeinen Versicherungsbedingungen, die Datenschutzerklärung und die Vertragsinformationen zur Kenntnis genommen habe und dass meine Angaben vollständig und richtig sind.',
} as const;

/** The paragraphs of the mandate. */
export function mandateText(creditorName: string): string[] {
  return [
    `Ich ermächtige die ${creditorName}, Zahlungen von meinem Konto mittels Lastschrift einzuziehen. Zugleich weise ich mein Kreditinstitut an, die von der ${creditorName} auf mein Konto gezogenen Lastschriften einzulösen.`,
    'Hinweis: Ich kann innerhalb von acht Wochen, beginnend mit dem Belastungsdatum, die Erstattung des belasteten Betrags verlangen. Es gelten dabei die mit meinem Kreditinstitut vereinbarten Bedingungen.',
  ];
}
