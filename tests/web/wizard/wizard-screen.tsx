/** The wizard on the screen, with the real application and its own database. */
import { QueryClientProvider } from '@tanstack/react-query';
import { usualSubmitLabel } from '#domain/application';
import type { Operator } from '#domain/operator/operator';
import { type SetKey, type StepNumber, setKeys } from '#domain/steps/all';
import { startApp, type TestApp } from '#tests/support/app';
import type { setDocument } from '#tests/support/dom';
import { titles } from '#tests/support/journey';
import { type Applicant, createVisitor, johanna } from '#tests/support/people';
import { wizardWordings } from '#tests/support/wordings';
import { createQueryClient } from '#web/hydrated/query-client';
import { OperatorContext } from '#web/operator.tsx';
import { pageStore } from '#web/ui/page-store';
import { toastsAtom } from '#web/ui/toasts.tsx';
import { newWizard } from '#web/wizard/start';
import { SubmitLabel, WordingsContext } from '#web/wizard/state';
import { WizardPage } from '#web/wizard/WizardPage.tsx';

type Stage = ReturnType<typeof setDocument>;
type Given = {
  sets?: readonly SetKey[];
  person?: Applicant;
  submitLabel?: string;
  operator?: Operator;
  /** Called before the wizard is shown. */
  prepare?: (app: TestApp) => void;
};

// happy-dom replaces these with its own, with which a server cannot respond
const { Request: ServerRequest, Response: ServerResponse, Headers: ServerHeaders } = globalThis;

/** Opens an application at a step in its author's browser. The sets before the step are stored, or the given ones. */
export async function openWizard({ library }: Stage, step: StepNumber, given: Given = {}) {
  const {
    sets = setKeys.slice(0, step - 1),
    person = johanna,
    submitLabel = usualSubmitLabel,
    operator,
    prepare,
  } = given;
  const { act, render, waitFor } = library;
  Object.assign(globalThis, { Request: ServerRequest, Response: ServerResponse, Headers: ServerHeaders });
  const app = await startApp({ operator });
  const visitor = createVisitor(app);
  for (const key of sets) await visitor.save(key, person[key]);
  await visitor.step(step);
  prepare?.(app);

  const held = new Map<string, Promise<void>>();
  const sent: Request[] = [];
  globalThis.fetch = (async (path: string, init?: RequestInit) => {
    const cookie = [...visitor.jar].map((pair) => pair.join('=')).join('; ');
    const request = new ServerRequest(`http://localhost${path}`, init);
    if (cookie) request.headers.set('cookie', cookie);
    sent.push(request);
    await held.get(path);
    return await app.app.handle(request);
  }) as typeof fetch;

  pageStore.set(toastsAtom, []);
  const client = createQueryClient();
  const begun = sets.length > 0;
  const start = { ...newWizard('2026-11-20'), sets: {}, begun, step: begun ? step : 1 };
  const show = async () => {
    const shown = await act(async () =>
      render(
        <QueryClientProvider client={client}>
          <OperatorContext value={app.context.operator}>
            <WordingsContext value={wizardWordings}>
              <SubmitLabel value={submitLabel}>
                <WizardPage id={visitor.id} start={Promise.resolve(start)} />
              </SubmitLabel>
            </WordingsContext>
          </OperatorContext>
        </QueryClientProvider>,
      ),
    );
    await shown.findByRole('heading', { level: 2, name: titles[start.step - 1] });
    return shown;
  };

  return {
    app,
    visitor,
    sent,
    screen: await show(),
    /** Holds the replies to calls of this path until the returned function is called. */
    hold: (path: string) => {
      const { promise, resolve } = Promise.withResolvers<void>();
      held.set(path, promise);
      return resolve;
    },
    /** Resolves when every reply has come and React has rendered it. */
    settled: async () => {
      await waitFor(() => {
        if (client.isFetching() > 0) throw new Error('Some replies are still pending.');
      });
      await act(() => new Promise((resolve) => setTimeout(resolve)));
    },
  };
}
