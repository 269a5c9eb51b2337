/** A file of its own, so that the wizard's script does not contain the texts that banner and privacy statement show. */
export const measures =
  'welche Seiten und Antragsschritte aufgerufen werden, wie lange ein Schritt dauert und wo Fehler auftreten';
