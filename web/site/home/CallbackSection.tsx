import { CallbackIsland } from '../../islands/CallbackForm';
import { Island, type IslandProps } from '../../islands/Island';
import { useOperator } from '../../operator';
import { CheckIcon } from '../../ui/icons';
import { Section } from './Section';

const promises = [
  'Kostenlose und unverbindliche Beratung',
  'Direkter Kontakt zu Expertinnen und Experten für Pferdeversicherungen',
  'Rückruf zu Ihrer Wunschzeit',
];

export function CallbackSection(props: IslandProps['callback']) {
  const { company } = useOperator();
  return (
    <Section id="callback" title="Haben Sie Fragen?">
      <div className="grid grid-cols-1 gap-10 lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
        <div>
          <ul className="space-y-4 text-lg">
            {promises.map((promise) => (
              <li key={promise} className="flex gap-3">
                <CheckIcon className="mt-1 size-5 shrink-0 text-green-700" />
                <span>{promise}</span>
              </li>
            ))}
          </ul>
          <p className="mt-8 border-t border-line pt-6 text-ink-soft">
            Lieber gleich sprechen?
            <a
              href={company.phoneHref}
              className="mt-1 block font-serif text-2xl font-semibold text-green-900"
            >
              {company.phone}
            </a>
            <span className="text-sm">{company.serviceHours}</span>
          </p>
        </div>
        <Island name="callback" component={CallbackIsland} props={props} />
      </div>
    </Section>
  );
}
