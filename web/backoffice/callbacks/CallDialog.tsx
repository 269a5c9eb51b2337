import {
  type Call,
  type CallbackRow,
  type CallOutcome,
  callOutcomeLabels,
  type NewCall,
  newCall,
  wrongNextCall,
} from '#domain/callbacks/calls';
import { berlinInstant } from '#domain/clock';
import { isDay } from '#domain/dates';
import { type Checked, check, tidied } from '#domain/fields';
import { isoOf } from '#domain/time';
import { api, href } from '#domain/urls';
import { request } from '../../api';
import { CheckboxField, FieldError, TextAreaField, TextField } from '../../ui/fields';
import { FormDialogButton } from '../form/FormDialog';

type Typed = { outcome: CallOutcome | ''; note: string; nextCallAt: string; done: boolean };

type Props = { callback: Pick<CallbackRow, 'id' | 'name' | 'phone'>; describedBy: string };

export function CallButton({ callback: { id, name, phone }, describedBy }: Props) {
  return (
    <FormDialogButton<Typed, NewCall, Call>
      label="Anruf protokollieren"
      describedBy={describedBy}
      draft={`call ${id}`}
      title="Anruf protokollieren"
      note={`${name}, ${phone}`}
      initial={{ outcome: '', note: '', nextCallAt: '', done: false }}
      check={checkCall}
      call={(given) => request<Call>('POST', href(api.calls, { id }), given)}
      success="Der Anruf ist protokolliert."
      failure="Der Anruf konnte nicht protokolliert werden"
      submit={{ label: 'Speichern' }}
      fields={({ typed, enter, control, box, errorAt }) => (
        <>
          <fieldset>
            <legend className="mb-1.5 font-semibold">Ergebnis</legend>
            <div className="grid gap-2 sm:grid-cols-3">
              {Object.entries(callOutcomeLabels).map(([value, label]) => (
                <label
                  key={value}
                  className="flex min-h-12 items-center gap-2.5 rounded-control border border-line-strong px-3.5 py-2 has-checked:border-green-800 has-checked:bg-green-50"
                >
                  <input
                    type="radio"
                    name="outcome"
                    value={value}
                    checked={typed.outcome === value}
                    className="size-5 shrink-0 accent-green-800"
                    aria-invalid={errorAt('outcome') ? true : undefined}
                    aria-describedby={errorAt('outcome') ? 'ergebnis-fehler' : undefined}
                    onChange={() => enter({ outcome: value as CallOutcome })}
                  />
                  <span>{label}</span>
                </label>
              ))}
            </div>
            <FieldError id="ergebnis-fehler" message={errorAt('outcome')} />
          </fieldset>
          <TextAreaField
            label="Notiz"
            hint="Unter „Meine Daten“ nicht sichtbar, aber in jeder Auskunft enthalten, die das Team erteilt."
            {...control('note')}
          />
          <TextField
            label="Nächster Anruf"
            type="datetime-local"
            hint="Deutsche Zeit. Ohne Angabe erinnern wir Sie nach einem vergeblichen Anruf zwei Stunden später; liegt das nicht zwischen 9 und 18 Uhr an einem Arbeitstag, am nächsten Arbeitstag um 9 Uhr."
            {...control('nextCallAt')}
          />
          <CheckboxField label="Anliegen erledigt" {...box('done')} />
        </>
      )}
    />
  );
}

function checkCall({ nextCallAt, note, ...typed }: Typed, id: string): Checked<NewCall> {
  const [day = '', time = ''] = nextCallAt.split('T');
  // a browser lets a year have six digits
  const at = nextCallAt && isDay(day) ? isoOf(berlinInstant(day, time)) : nextCallAt;
  const checked = check(newCall, {
    id,
    ...typed,
    ...(tidied(note) ? { note } : {}),
    ...(at ? { nextCallAt: at } : {}),
  });
  const wrong = checked.ok ? wrongNextCall(checked.value, Date.now()) : null;
  return wrong ? { ok: false, errors: [wrong] } : checked;
}
