import { formatWholeMoney } from '#domain/format';
import { billNote } from '#domain/law/wordings';
import { jointLimit, tariffNames } from '#domain/tariffs/catalogue';
import { pages } from '#domain/urls';
import { useSourced } from '../../source';
import { linkClass } from '../../ui/button';
import { titles } from '../titles';

/** What was taken for granted. */
export function Method() {
  const sourced = useSourced();
  return (
    <div className="mt-8 max-w-3xl">
      <h3 className="text-xl text-green-900">So rechnen wir</h3>
      <ul className="mt-3 list-disc space-y-2 pl-5 text-ink-soft">
        <li>
          Die ganze Rechnung hat denselben GOT-Satz. Medikamente und Material haben eigene Preise: Dann kann
          der Versicherer mehr erstatten.
        </li>
        <li>
          Was die Unterbringung kostet, wissen wir nicht. Mit Tagen in der Klinik steht deshalb „höchstens“
          und „mindestens“, ebenso wo die Grenze je Operation erreicht ist.
        </li>
        <li>Die Selbstbeteiligung ziehen wir zuletzt ab.</li>
        <li>
          {`Die Operation ist versichert, und die Wartezeit ist vorbei. Eine OC-, OCD- oder Gelenkchip-OP erstattet der ${tariffNames.basis} nicht und der ${tariffNames.top} bis ${formatWholeMoney(jointLimit)}. Auch Nachbehandlung, regenerative Therapien und Physiotherapie haben eigene Grenzen.`}
        </li>
      </ul>
      <p className="mt-4">{billNote}</p>
      <p className="mt-4">
        Und versichern wir Ihr Pferd?{' '}
        <a href={sourced(pages.precheck)} className={linkClass}>
          {titles.precheck}
        </a>
      </p>
    </div>
  );
}
