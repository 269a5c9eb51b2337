import { berlinDay, formatDay } from '#domain/dates';
import { useOperator } from '../../operator';
import { Button } from '../../ui/button';
import { Alert } from '../../ui/notices';
import { toast } from '../../ui/toasts';
import { useCurrentUser } from '../current-user';
import { useUnsavedQuestion } from '../form/unsent';
import { NextHeading } from './SetUp';

type Props = { codes: string[]; onKept: () => void };

const question = 'Haben Sie die Wiederherstellungscodes gesichert? Sie werden nicht noch einmal angezeigt.';

export function RecoveryCodeList({ codes, onKept }: Props) {
  useUnsavedQuestion(true, question);
  const { username } = useCurrentUser();
  const { brand } = useOperator();
  return (
    <section
      aria-labelledby="codes"
      className="space-y-5 rounded-card border border-line bg-white p-6 shadow-card sm:p-8"
    >
      <NextHeading id="codes">Ihre Wiederherstellungscodes</NextHeading>
      <Alert tone="warning" title="Diese Codes sehen Sie nur jetzt">
        Bewahren Sie sie getrennt vom Telefon auf. Mit jedem können Sie sich einmal anmelden, wenn Sie die App
        nicht zur Hand haben.
      </Alert>
      <p className="hidden print:block">
        {`Konto ${username}, ${brand.name} Backoffice, ${formatDay(berlinDay(new Date()))}`}
      </p>
      <ol className="grid gap-x-8 gap-y-2 font-mono text-lg sm:grid-cols-2">
        {codes.map((code) => (
          <li key={code} className="select-all">
            {code}
          </li>
        ))}
      </ol>
      <div className="flex flex-wrap gap-3 print:hidden">
        <Button look="secondary" onClick={() => void copy(codes)}>
          Kopieren
        </Button>
        <Button look="secondary" onClick={() => window.print()}>
          Drucken
        </Button>
        <Button onClick={onKept}>Ich habe die Codes gesichert</Button>
      </div>
    </section>
  );
}

/** Browsers may refuse it, and have no clipboard without https. */
async function copy(codes: string[]): Promise<void> {
  try {
    await navigator.clipboard.writeText(codes.join('\n'));
    toast({ title: 'Kopiert', description: 'Die Codes sind in der Zwischenablage.' });
  } catch {
    const description = 'Ihr Browser hat das nicht erlaubt. Bitte schreiben Sie die Codes ab.';
    toast({ title: 'Fehler', description, tone: 'destructive' });
  }
}
