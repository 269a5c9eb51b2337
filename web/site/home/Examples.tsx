import { formatWholeMoney } from '#domain/format';
import { claimExamples, sameBill } from '#domain/landing-facts';
import { tariffNames } from '#domain/tariffs/catalogue';
import { ColicScene, JointScene } from '../../illustrations';
import { Section } from './Section';

const scenes = [ColicScene, JointScene];

/** What an operation costs, and what the customer pays of it. */
export function Examples() {
  return (
    <Section
      id="examples"
      tone="green"
      title="Beispiele aus der Praxis"
      intro="Zwei Rechenbeispiele: Premium-OP-Schutz ohne Selbstbeteiligung, nach der Wartezeit, innerhalb aller Leistungsgrenzen."
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
      <SameBill />
    </Section>
  );
}

/** The first bill in all three tariffs: what a low price leaves to pay. */
function SameBill() {
  const { title, cost, shares } = sameBill;
  const cell = 'py-3 pr-3 align-baseline last:pr-0 max-[22rem]:pr-2 sm:pr-6';
  return (
    <div className="mt-6 overflow-x-auto rounded-card border border-green-700 bg-green-800 p-4 sm:p-8">
      {/* the system's fonts are wider than ours */}
      <table className="w-full text-left text-[0.95rem] max-[22rem]:text-[0.8125rem] sm:text-base">
        <caption className="pb-4 text-left">
          <span className="block font-serif text-2xl font-semibold text-white">
            Eine Rechnung, drei Tarife
          </span>
          <span className="mt-2 block text-green-100">
            {title}, {formatWholeMoney(cost)}, ohne Selbstbeteiligung
          </span>
        </caption>
        <thead className="text-sm text-green-100">
          <tr>
            {['Tarif', 'Der Versicherer erstattet', 'Ihr Anteil'].map((name) => (
              <th key={name} scope="col" className={`${cell} font-normal`}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-green-700 border-t border-green-700">
          {shares.map(({ type, reimbursed, left }) => (
            <tr key={type}>
              <th scope="row" className={`${cell} font-semibold`}>
                {tariffNames[type]}
              </th>
              <td className={`${cell} lining-nums`}>{reimbursed}</td>
              <td className={`${cell} font-semibold lining-nums text-white`}>{left}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
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
