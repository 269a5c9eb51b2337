import { Section } from './Section';

const voices = [
  {
    text: 'Um drei Uhr nachts will ich nicht über Geld nachdenken. Der Anruf in der Klinik war die einzige Entscheidung, die ich treffen musste.',
    name: 'Katrin H.',
    horse: 'mit Warmblutwallach Donner, 14 Jahre',
  },
  {
    text: 'Rechnung fotografiert, Formular dazu, nach vier Tagen war das Geld da. So einfach hatte ich mir das nicht vorgestellt.',
    name: 'Thorsten M.',
    horse: 'mit Isländerstute Hekla, 9 Jahre',
  },
  {
    text: 'Mir hat geholfen, dass am Telefon jemand saß, der selbst Pferde hat. Danach war klar, welcher Tarif passt.',
    name: 'Sabine K.',
    horse: 'mit Ponystute Motte, 21 Jahre',
  },
];

/** Three invented quotations, marked as examples. */
export function Testimonials() {
  return (
    <Section title="Wie es sich anfühlt, gut versichert zu sein">
      <div className="grid gap-6 md:grid-cols-3">
        {voices.map(({ text, name, horse }) => (
          <figure
            key={name}
            className="flex flex-col rounded-card border border-line bg-white p-6 shadow-card"
          >
            <blockquote className="grow font-serif text-lg leading-relaxed">„{text}“</blockquote>
            <figcaption className="mt-5 text-sm">
              <span className="font-semibold">{name}</span>
              <span className="block text-ink-soft">{horse}</span>
            </figcaption>
          </figure>
        ))}
      </div>
      <p className="mt-5 text-sm text-ink-soft">
        Die Stimmen sind Beispiele, die typische Erfahrungen zeigen; Namen und Pferde sind erfunden.
      </p>
    </Section>
  );
}
