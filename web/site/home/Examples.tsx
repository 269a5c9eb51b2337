import { formatWholeMoney } from '#domain/format';
import { claimExamples } from '#domain/landing-facts';
import { ColicScene } from '../../illustrations/ColicScene';
import { JointScene } from '../../illustrations/JointScene';
import { Section } from './Section';

const scenes = [ColicScene, JointScene];

/** What an operation costs, and what the customer pays of it. */
export function Examples() {
  return (
    <Section
      id="examples"
      tone="green"
      title="Beispiele aus der Praxis"
      intro="Zwei Rechnungen, wie sie in der Klinik entstehen, und was davon im Tarif Premium-OP-Schutz bei Ihnen bleibt."
    >
      <div className="grid gap-6 lg:grid-cols-2">
        {claimExamples.map(({ title, story, cost, share }, index) => {
          const Scene = scenes[index % scenes.length];
          return (
            <article
              key={title}
              className="overflow-hidden rounded-card border border-green-700 bg-green-800"
            >
              {Scene ? <Scene className="block w-full" /> : null}
              <div className="p-6 sm:p-8">
                <h3 className="text-2xl text-white">{title}</h3>
                <p className="mt-3 text-green-100">{story}</p>
                <dl className="mt-6 divide-y divide-green-700 border-t border-green-700">
                  <Row name="Kosten der Behandlung" value={formatWholeMoney(cost)} />
                  <Row name="Erstattung im Premium-OP-Schutz" value={formatWholeMoney(cost - share)} />
                  <Row name="Ihr Anteil" value={formatWholeMoney(share)} strong />
                </dl>
              </div>
            </article>
          );
        })}
      </div>
    </Section>
  );
}

function Row({ name, value, strong }: { name: string; value: string; strong?: boolean }) {
  return (
    <div className="flex items-baseline justify-between gap-4 py-3">
      <dt className="text-green-100">{name}</dt>
      <dd
        className={`lining-nums whitespace-nowrap ${strong ? 'font-serif text-3xl text-white' : 'text-lg font-semibold'}`}
      >
        {value}
      </dd>
    </div>
  );
}
