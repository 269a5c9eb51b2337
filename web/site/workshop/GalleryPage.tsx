import type { ReactNode } from 'react';
import { Button, type ButtonLook } from '../../ui/button';
import { CheckboxField, PasswordField, SelectField, TextField } from '../../ui/fields';
import { Alert, Badge, type BadgeTone, Spinner } from '../../ui/notices';

const looks: ButtonLook[] = ['primary', 'secondary', 'quiet', 'danger'];
const tones: BadgeTone[] = ['positive', 'waiting', 'negative', 'neutral'];
const nothing = () => undefined;

/** For developers: the components of `web/ui` in their states. */
export function GalleryPage() {
  return (
    <main className="mx-auto max-w-5xl px-4 py-10 sm:px-6">
      <h1 className="text-4xl text-green-900">Bausteine</h1>
      <Group title="Buttons">
        {looks.map((look) => (
          <div key={look} className="flex flex-wrap items-center gap-3">
            <Button look={look}>{look}</Button>
            <Button look={look} size="small">
              {look} small
            </Button>
            <Button look={look} disabled>
              {look} disabled
            </Button>
          </div>
        ))}
      </Group>
      <Group title="Badges">
        <p className="flex flex-wrap gap-2">
          {tones.map((tone) => (
            <Badge key={tone} tone={tone}>
              {tone}
            </Badge>
          ))}
        </p>
      </Group>
      <Group title="Hinweise">
        <Alert title="info">Ein Hinweis im Fluss der Seite.</Alert>
        <Alert tone="warning" title="warning">
          Etwas, das man vor dem nächsten Schritt wissen sollte.
        </Alert>
        <Alert tone="danger" title="danger">
          Etwas ist schiefgegangen.
        </Alert>
        <Spinner label="Wird geladen..." />
      </Group>
      <Group title="Felder">
        <TextField name="plain" label="Textfeld" hint="Mit einem Hinweis darunter" />
        <TextField name="wrong" label="Mit Fehler" defaultValue="x" error="Bitte prüfen Sie diese Eingabe" />
        <TextField name="off" label="Gesperrt" defaultValue="Nicht zu ändern" disabled />
        <SelectField
          name="choice"
          label="Auswahl"
          defaultValue=""
          placeholder="Bitte wählen"
          options={[{ value: 'a', label: 'Erste Möglichkeit' }]}
        />
        <PasswordField name="secret" label="Geheimes" defaultValue="geheim" />
        <CheckboxField name="yes" label="Ein Satz, dem man zustimmt" checked onChange={nothing} />
        <CheckboxField name="no" label="Mit Fehler" error="Bitte stimmen Sie zu" />
      </Group>
    </main>
  );
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="mt-10">
      <h2 className="mb-4 text-2xl text-green-900">{title}</h2>
      <div className="space-y-4">{children}</div>
    </section>
  );
}
