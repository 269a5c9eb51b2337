/** Analytics events of the wizard. `track` ignores them without consent. */
import { useStore } from 'jotai';
import { useEffect } from 'react';
import { lastStep, type StepNumber, steps } from '#domain/steps/all';
import { track, trackPage } from '../consent/analytics';
import { submittedAtom } from './state';

let enteredAt = 0;

export function useStepTracking(number: StepNumber) {
  const store = useStore();
  useEffect(() => {
    const step = nameOf(number);
    enteredAt = Date.now();
    trackPage();
    track({ event: 'form_step_view', step });
    const abandon = () => {
      // after submitting nothing is abandoned
      if (!store.get(submittedAtom)) track({ event: 'form_abandon', step });
    };
    addEventListener('pagehide', abandon);
    return () => {
      removeEventListener('pagehide', abandon);
      track({ event: 'form_step_leave', step, seconds: secondsSpent() });
    };
  }, [number, store]);
}

/** A step was saved; `first`: the first one of its application. */
export function trackCompletion(number: StepNumber, input: unknown, first: boolean) {
  if (first) track({ event: 'application_created' });
  if (number === 3) {
    const { tariffType, selfParticipation, paymentFrequency } = Object(input);
    const choice = { tariff: tariffType, deductible: selfParticipation, frequency: paymentFrequency };
    track({ event: 'tariff_selected', ...choice });
  }
  trackStepEnd(number);
}

/** A step was refused. Records the names of the fields, never their values. */
export function trackRefusal(number: StepNumber, fields: string[]) {
  track({ event: 'form_error', step: nameOf(number), fields });
}

export function trackSubmission(successful: boolean) {
  track({ event: 'form_submit', successful });
  if (!successful) return;
  track({ event: 'application_completed' });
  trackStepEnd(lastStep);
}

function trackStepEnd(number: StepNumber) {
  track({ event: 'form_step_complete', step: nameOf(number), seconds: secondsSpent() });
}

function secondsSpent(): number {
  return Math.round((Date.now() - enteredAt) / 1000);
}

function nameOf(number: StepNumber): string {
  return steps[number - 1]?.set?.replace('-', '_') ?? 'summary';
}
