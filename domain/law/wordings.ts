/**
 * Each start stores the new ones (`db/evidence.ts`), so that a proof names the text that was read. In one that is
 * stored, each paragraph is a line, a point of a list begins with `- `, and the last line is the sentence that is
 * declared.
 * The script of the wizard contains only what its steps import from here, so no export may be the result of a call.
 */
import { keysOf } from '../keys';
import type { IntermediaryStatus, Operator } from '../operator/operator';

/** The applicant's sentences: beside the checkboxes, and above the button that submits. */
export const consents = {
  requirements: 'Ich bestätige, dass mein Pferd diese Voraussetzungen erfüllt, und stimme ihnen zu.',
  dataProcessing:
    'Ich stimme zu, dass meine Angaben zur Bearbeitung meines Antrags verarbeitet werden. Mehr dazu steht in der Datenschutzerklärung.',
  mandate: 'Ich erteile das SEPA-Lastschriftmandat mit diesem Wortlaut.',
  submission:
    'Mit dem Absenden bestätige ich, dass ich die Allgemeinen Versicherungsbedingungen, die Datenschutzerklärung und die Vertragsinformationen zur Kenntnis genommen habe und dass meine Angaben vollständig und richtig sind.',
} as const;

export const reminderConsent =
  'Erinnern Sie mich (höchstens zweimal), falls ich nicht fertig werde. Abbestellen geht jederzeit.';

export const offerReminderConsent = 'Erinnern Sie mich einmal, bevor das Angebot abläuft.';

export const callConsent =
  'Ich stimme zu, dass meine Angaben verarbeitet werden, um mich zu kontaktieren. Es gilt die Datenschutzerklärung.';

export const requirementsIntro = 'Für Ihr Pferd gilt bei Antragstellung:';

export const operationMonths = 18;
export const treatmentMonths = 3;

export const requirements = [
  `keine Operation in den letzten ${operationMonths} Monaten (ausgenommen eine medizinisch nicht notwendige Kastration)`,
  'derzeit ist keine Operation notwendig, geplant oder tierärztlich angeraten',
  `keine Kolikbehandlung in den letzten ${treatmentMonths} Monaten (ausgenommen eine einmalige Spritze bzw. Schmerzmittelgabe oder Nasenschlundsonde)`,
  `keine chirurgische Wundversorgung in den letzten ${treatmentMonths} Monaten`,
  'frei von Fehlbildungen',
  'frei von Verhaltensstörungen',
] as const;

export function mandateText(creditorName: string): string[] {
  return [
    `Ich ermächtige die ${creditorName}, Zahlungen von meinem Konto mittels Lastschrift einzuziehen. Zugleich weise ich mein Kreditinstitut an, die von der ${creditorName} auf mein Konto gezogenen Lastschriften einzulösen.`,
    'Hinweis: Ich kann innerhalb von acht Wochen, beginnend mit dem Belastungsdatum, die Erstattung des belasteten Betrags verlangen. Es gelten dabei die mit meinem Kreditinstitut vereinbarten Bedingungen.',
  ];
}

/** The duty of disclosure, in short, where the questions about the horse are asked (VVG § 19(5)). */
export const dutyOfDisclosure = {
  title: 'Wichtig: Ihre Anzeigepflicht',
  text: 'Bitte beantworten Sie alle Fragen zu Ihrem Pferd vollständig und richtig. Verschweigen Sie etwas, wonach wir fragen, oder geben Sie es falsch an, kann der Versicherer vom Vertrag zurücktreten, ihn kündigen oder ändern. Dann kann Ihr Versicherungsschutz ganz oder teilweise wegfallen, auch rückwirkend. Was das im Einzelnen heißt, steht in der Mitteilung zur Anzeigepflicht.',
} as const;

/** The waiver of advice (VVG § 61(2)), and what is said beneath its box. */
export const adviceWaiver = {
  sentence:
    'Ich verzichte auf Beratung und Dokumentation. Mir ist bekannt, dass sich der Verzicht nachteilig auf meine Möglichkeit auswirken kann, Schadensersatz nach § 63 VVG geltend zu machen.',
  note: 'Ohne Häkchen melden wir uns zur Beratung, bevor der Vertrag zustande kommt.',
} as const;

export const precheckNote =
  'Die Vorprüfung ersetzt keine Erklärung: Ob Ihr Pferd die Voraussetzungen erfüllt, bestätigen Sie erst im Antrag.';
export const billNote =
  'Das ist eine Rechenhilfe und keine Zusage: Im Einzelfall entscheidet der Versicherer nach seinen Bedingungen.';

/** Once on each page, in each mail and in each PDF that names a price to customers; empty if the rate is 0. */
export function taxSentence({ legal }: { legal: Pick<Operator['legal'], 'insuranceTaxPercent'> }): string {
  const { insuranceTaxPercent: rate } = legal;
  // an ordinary blank: it is the wording that is stored, and what people search for in a mail
  return rate > 0 ? `Alle Beiträge inkl. ${rate.toLocaleString('de-DE')} % Versicherungsteuer.` : '';
}

export const withdrawalSentence =
  'Hiermit widerrufe ich meine Vertragserklärung zur OP-Versicherung für Pferde.';

/** On how many insurers the choice rests (VVG § 60), by what the intermediary is. */
export const selections: Record<IntermediaryStatus, (insurer: string) => string> = {
  broker: (insurer) =>
    `Wir vermitteln hier nur Verträge der ${insurer}. Andere Versicherer haben wir nicht verglichen.`,
  agent: (insurer) => `Wir vermitteln hier nur Verträge der ${insurer}.`,
  tied_agent: (insurer) => `Wir vermitteln ausschließlich für die ${insurer}.`,
};

/** The notification of VVG § 19(5) in full: a title, then paragraphs that each begin with what they are about. */
export const disclosureNotice = [
  'Mitteilung nach § 19 Abs. 5 VVG: Was geschieht, wenn Angaben zum Pferd fehlen oder nicht stimmen',
  'Ihre Anzeigepflicht: Bis Sie Ihren Antrag absenden, müssen Sie alle Ihnen bekannten Umstände, die für die Übernahme der Versicherung erheblich sind und nach denen wir in Textform fragen, wahrheitsgemäß und vollständig angeben. Das gilt auch, wenn der Versicherer nach dem Absenden, aber vor der Annahme Ihres Antrags in Textform nachfragt.',
  'Rücktritt: Verletzen Sie die Anzeigepflicht, kann der Versicherer vom Vertrag zurücktreten. Er kann es nicht, wenn Sie nachweisen, dass Sie weder vorsätzlich noch grob fahrlässig gehandelt haben. Bei grober Fahrlässigkeit kann er auch dann nicht zurücktreten, wenn er den Vertrag in Kenntnis der nicht angezeigten Umstände, wenn auch zu anderen Bedingungen, geschlossen hätte. Nach einem Rücktritt besteht kein Versicherungsschutz. Tritt der Versicherer nach einem Versicherungsfall zurück, muss er dennoch leisten, wenn Sie nachweisen, dass der nicht oder nicht richtig angegebene Umstand weder für den Eintritt oder die Feststellung des Versicherungsfalls noch für die Feststellung oder den Umfang der Leistung ursächlich war. Haben Sie die Anzeigepflicht arglistig verletzt, muss er nicht leisten. Bei einem Rücktritt steht ihm der Beitrag für die Zeit zu, bis der Rücktritt wirksam wird.',
  'Kündigung: Haben Sie die Anzeigepflicht einfach fahrlässig oder schuldlos verletzt, kann der Versicherer den Vertrag mit einer Frist von einem Monat kündigen. Er kann es nicht, wenn er den Vertrag in Kenntnis der nicht angezeigten Umstände, wenn auch zu anderen Bedingungen, geschlossen hätte.',
  'Vertragsänderung: Kann der Versicherer nicht zurücktreten oder kündigen, weil er den Vertrag in Kenntnis der nicht angezeigten Umstände, wenn auch zu anderen Bedingungen, geschlossen hätte, werden diese anderen Bedingungen auf sein Verlangen rückwirkend Teil des Vertrags. Haben Sie die Anzeigepflicht schuldlos verletzt, werden sie es erst ab der laufenden Versicherungsperiode. Steigt der Beitrag dadurch um mehr als 10 Prozent oder schließt der Versicherer den Schutz für den nicht angezeigten Umstand aus, können Sie den Vertrag innerhalb eines Monats, nachdem Sie die Mitteilung darüber erhalten haben, fristlos kündigen. Darauf weist der Versicherer Sie in dieser Mitteilung hin.',
  'Ausübung der Rechte: Der Versicherer kann seine Rechte nur innerhalb eines Monats schriftlich geltend machen. Die Frist beginnt, wenn er von der Verletzung der Anzeigepflicht erfährt. Er muss die Umstände angeben, auf die er sich stützt. Er kann sich auf seine Rechte nicht berufen, wenn er den nicht angezeigten Umstand oder die Unrichtigkeit der Anzeige kannte. Seine Rechte erlöschen fünf Jahre nach Vertragsschluss, bei vorsätzlicher oder arglistiger Verletzung nach zehn Jahren. Für Versicherungsfälle, die vor Ablauf dieser Zeit eingetreten sind, gilt das nicht.',
  'Stellvertretung: Lassen Sie sich beim Abschluss des Vertrags vertreten, zählen neben Ihrer Kenntnis und Arglist auch die Kenntnis und Arglist Ihrer Vertretung. Darauf, dass die Anzeigepflicht nicht vorsätzlich oder grob fahrlässig verletzt wurde, können Sie sich nur berufen, wenn weder Ihnen noch Ihrer Vertretung Vorsatz oder grobe Fahrlässigkeit zur Last fällt.',
] as const;

type Wording = {
  label: string;
  /** The day of this text (`YYYY-MM-DD`): change it with the text. */
  version: string;
  legal: boolean;
  text: (operator: Pick<Operator, 'creditor' | 'insurer' | 'legal'>) => string;
};

const version = '2026-11-20';

const table = {
  requirements: {
    version,
    legal: false,
    label: 'Voraussetzungen für das Pferd',
    text: () => requirementsWording(requirementsIntro),
  },
  dataProcessing: {
    version,
    legal: false,
    label: 'Verarbeitung der Angaben',
    text: () => consents.dataProcessing,
  },
  mandate: {
    version,
    legal: false,
    label: 'SEPA-Lastschriftmandat',
    text: ({ creditor }) => mandateWording(creditor.name),
  },
  submission: { version, legal: false, label: 'Bestätigung beim Absenden', text: () => consents.submission },
  adviceWaiver: { version, legal: true, label: 'Verzicht auf Beratung', text: () => adviceWaiver.sentence },
  dutyOfDisclosure: {
    version,
    legal: true,
    label: 'Anzeigepflicht',
    text: () => `${dutyOfDisclosure.title}\n${dutyOfDisclosure.text}`,
  },
  disclosureNotice: {
    version,
    legal: true,
    label: 'Mitteilung zur Anzeigepflicht',
    text: () => disclosureNotice.join('\n'),
  },
  selection: {
    legal: true,
    version: '2026-11-29',
    label: 'Auswahl der Versicherer',
    text: ({ insurer, legal }) => selections[legal.status](insurer.name),
  },
  withdrawal: { version, legal: true, label: 'Widerruf', text: () => withdrawalSentence },
  precheck: { legal: true, version: '2026-11-27', label: 'Vorprüfung', text: () => precheckNote },
  bill: { legal: true, version: '2026-11-27', label: 'Anteile an einer Rechnung', text: () => billNote },
  insuranceTax: { legal: true, version: '2026-11-27', label: 'Versicherungsteuer', text: taxSentence },
  reminders: { version, legal: false, label: 'Erinnerungen per E-Mail', text: () => reminderConsent },
  offerReminder: {
    legal: false,
    version: '2026-11-27',
    label: 'Erinnerung an ein Angebot',
    text: () => offerReminderConsent,
  },
  calls: { version, legal: false, label: 'Rückruf', text: () => callConsent },
} satisfies Record<string, Wording>;

export type WordingKey = keyof typeof table;
export const wordings: Readonly<Record<WordingKey, Wording>> = table;
export type WordingTexts = { readonly [Key in WordingKey]?: string };

const pointMark = '- ';

/** What is confirmed with the first checkbox. `intro` stands above the list of requirements. */
export function requirementsWording(intro: string): string {
  return [intro, ...requirements.map((point) => pointMark + point), consents.requirements].join('\n');
}

export function mandateWording(creditorName: string): string {
  return [...mandateText(creditorName), consents.mandate].join('\n');
}

/** The paragraphs of a stored wording, each with the points of its list, if it has one. */
export function paragraphsOf(wording: string): { text: string; points?: readonly string[] }[] {
  const paragraphs: { text: string; points?: string[] }[] = [];
  for (const line of wording.split('\n')) {
    const last = paragraphs.at(-1);
    if (!last || !line.startsWith(pointMark)) paragraphs.push({ text: line });
    else last.points = [...(last.points ?? []), line.slice(pointMark.length)];
  }
  return paragraphs;
}

/** `confirmed` (`YYYY-MM-DD`, null: none) is the day up to whose versions a lawyer has confirmed all. */
export function unconfirmedWordings(confirmed: string | null): WordingKey[] {
  const keys = keysOf(wordings);
  return keys.filter(
    (key) => wordings[key].legal && (confirmed === null || wordings[key].version > confirmed),
  );
}

/** What a completed application declares, in the order of the wizard; the waiver only if its box is ticked. */
export const declaredKeys = [
  'requirements',
  'dataProcessing',
  'mandate',
  'submission',
  'adviceWaiver',
] as const satisfies WordingKey[];

/** What the pages of the wizard say without having it declared: above the requirements, and above the last button. */
export const noticeKeys = ['dutyOfDisclosure', 'selection'] as const satisfies WordingKey[];

const shownKeys = [...noticeKeys, ...declaredKeys] as const satisfies WordingKey[];
export type ShownKey = (typeof shownKeys)[number];

/** Request header of a submission: the wordings that the page showed, as `key=sha256,key=sha256`. */
export const wordingsHeader = 'X-Wordings';

/** What the server sends with the pages of the wizard, because the script does not contain it. */
export type WizardWordings = {
  header: string;
  duty: { title: string; text: string };
  waiver: { sentence: string; note: string };
  mandate: readonly string[];
  selection: string;
};

export function formatShown(hashes: Record<ShownKey, string>): string {
  return shownKeys.map((key) => `${key}=${hashes[key]}`).join(',');
}

/** The hashes in the header by their keys; null if it is malformed, names an unknown key or one of them twice. */
export function parseShown(header: string): Map<ShownKey, string> | null {
  const hashes = new Map<ShownKey, string>();
  for (const part of header.split(',')) {
    const [, name, sha256] = /^\s*(\w+)=([0-9a-f]{64})\s*$/.exec(part) ?? [];
    const key = shownKeys.find((one) => one === name);
    if (!key || !sha256 || hashes.has(key)) return null;
    hashes.set(key, sha256);
  }
  return hashes;
}
