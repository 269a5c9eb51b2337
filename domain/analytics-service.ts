/**
 * The service behind `ANALYTICS_SCRIPT_URL`, as banner and privacy statement name it. A file of its own, so that the
 * wizard's script does not contain its texts.
 */
export const analyticsService = {
  name: 'Google Analytics',
  measures:
    'welche Seiten und Antragsschritte aufgerufen werden, wie lange ein Schritt dauert und wo Fehler auftreten',
} as const;
