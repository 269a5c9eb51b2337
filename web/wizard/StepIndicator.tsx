import { lastStep, type StepNumber, steps } from '#domain/steps/all';
import { CheckIcon } from '../ui/icons';

const widths: Record<StepNumber, string> = {
  1: 'w-1/6',
  2: 'w-2/6',
  3: 'w-3/6',
  4: 'w-4/6',
  5: 'w-5/6',
  6: 'w-full',
};

export function StepIndicator({ current }: { current: StepNumber }) {
  return (
    <div className="py-7 sm:py-9">
      <div
        role="progressbar"
        aria-label="Stand des Antrags"
        aria-valuemin={1}
        aria-valuemax={lastStep}
        aria-valuenow={current}
        aria-valuetext={`Schritt ${current} von ${lastStep}`}
        className="h-1.5 overflow-hidden rounded-full bg-green-100"
      >
        <div
          className={`h-full rounded-full bg-saddle-600 transition-[width] duration-500 ${widths[current]}`}
        />
      </div>
      <ol className="mt-4 grid grid-cols-6 gap-1">
        {steps.map(({ number, label }) => (
          <Item key={number} number={number} label={label} current={current} />
        ))}
      </ol>
      <p id="stand" className="mt-3 text-sm font-semibold text-ink-soft md:hidden">
        {`Schritt ${current} von ${lastStep}`}
      </p>
    </div>
  );
}

function Item({ number, label, current }: { number: StepNumber; label: string; current: StepNumber }) {
  const state = number < current ? 'done' : number === current ? 'active' : 'upcoming';
  const badge = {
    done: 'border-green-800 bg-green-800 text-white',
    active: 'border-saddle-600 bg-white text-saddle-700 ring-4 ring-saddle-100',
    upcoming: 'border-line bg-white text-ink-soft',
  }[state];
  return (
    <li
      aria-current={state === 'active' ? 'step' : undefined}
      data-state={state}
      className="flex flex-col items-center gap-2 text-center"
    >
      <span
        className={`flex size-9 items-center justify-center rounded-full border-2 font-semibold tabular-nums ${badge}`}
      >
        {state === 'done' ? <CheckIcon className="size-5" /> : <span>{number}</span>}
        {state === 'done' ? <span className="sr-only">{`${number}, erledigt:`}</span> : null}
      </span>
      <span
        className={`hidden text-sm leading-tight hyphens-auto md:block ${state === 'active' ? 'font-semibold text-saddle-700' : 'text-ink-soft'}`}
      >
        {label}
      </span>
    </li>
  );
}
