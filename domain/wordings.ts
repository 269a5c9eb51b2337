/** The wordings of declarations and notices whose exact text is proven years later; one home for each. */
import { consents } from './consents';

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

export const wordings = {
  requirements: consents.requirements,
  dataProcessing: consents.dataProcessing,
  mandate: consents.mandate,
  submission: consents.submission,
} as const;

export type WordingKey = keyof typeof wordings;
