/** The wizard on the screen, with the real application and its own database. */
import { QueryClientProvider } from '@tanstack/react-query';
import { usualSubmitLabel } from '#domain/application';
import type { Operator } from '#domain/operator/operator';
import { type SetKey, type StepNumber, setKeys, steps } from '#domain/steps/all';
import { href, pages } from '#domain/urls';
import { startOnServer } from '#server/features/pages/wizard.tsx';
import { startApp, type TestApp } from '#tests/support/app';
import type { setDocument } from '#tests/support/dom';
import { type Applicant, createVisitor, johanna, type Visitor } from '#tests/support/people';
import { wizardWordings } from '#tests/support/wordings';
import { createQueryClient } from '#web/hydrated/query-client';
import { OperatorContext } from '#web/operator.tsx';
import { pageStore } from '#web/ui/page-store';
import { toastsAtom } from '#web/ui/toasts.tsx';
import { SubmitLabel, WordingsContext } from '#web/wizard/state';
import { WizardPage } from '#web/wizard/WizardPage.tsx';

type Stage = ReturnType<typeof setDocument>;
type Given = {
  /** That of `setApp`, when tests share one. */
  app?: TestApp;
  /** Whose browser it is. Nothing is stored for a given one. */
  visitor?: Visitor;
  sets?: readonly SetKey[];
  person?: Applicant;
  submitLabel?: string;
  operator?: Operator;
  /** Called before the wizard is shown. */
  prepare?: (app: TestApp) => void;
};
/** `null`: the network fails. `'never'`: no answer comes until the page ends the call. */
type Reply = { status: number; json: object } | null | 'never';

// happy-dom replaces these with its own, with which a server cannot respond
const { Request: ServerRequest, Response: ServerResponse, Headers: ServerHeaders } = globalThis;

/** Opens an application at a step in its author's browser. The sets before the step are stored, or the given ones. */
export async function openWizard(stage: Stage, step: StepNumber, given: Given = {}) {
  const { submitLabel = usualSubmitLabel, operator, prepare } = given;
  const { act, cleanup, render, waitFor } = stage.library;
  Object.assign(globalThis, { Request: ServerRequest, Response: ServerResponse, Headers: ServerHeaders });
  const app = given.app ?? (await startApp({ operator }));
  const visitor = given.visitor ?? (await storeSets(app, step, given));
  prepare?.(app);

  const held = new Map<string, Promise<void>>();
  const replies = new Map<string, Reply>();
  const sent: Request[] = [];
  globalThis.fetch = (async (path: string, init?: RequestInit) => {
    const request = new ServerRequest(`http://localhost${path}`, init);
    if (visitor.jar.size > 0) request.headers.set('cookie', visitor.cookie());
    sent.push(request.clone());
    await held.get(path);
    const reply = replies.get(`${request.method} ${path}`);
    if (reply !== undefined) return await answer(reply, request.signal);
    const response = await app.app.handle(request);
    visitor.keep(response);
    return response;
  }) as typeof fetch;

  pageStore.set(toastsAtom, []);
  const hand = hands(stage);
  let client = createQueryClient();
  /** Loads the page: nothing is left of the former one but cookies and storages. */
  const load = async () => {
    cleanup();
    client = createQueryClient();
    const page = href(pages.application, { id: visitor.id });
    const headers = { cookie: visitor.cookie() };
    const start = await startOnServer(
      app.context,
      visitor.id,
      new ServerRequest(`http://localhost${page}`, { headers }),
    );
    const shown = await act(async () =>
      render(
        <QueryClientProvider client={client}>
          <OperatorContext value={app.context.operator}>
            <WordingsContext value={wizardWordings}>
              <SubmitLabel value={submitLabel}>
                <WizardPage id={visitor.id} start={start} />
              </SubmitLabel>
            </WordingsContext>
          </OperatorContext>
        </QueryClientProvider>,
      ),
    );
    if (!start.completed) await hand.at(start.step);
    return shown;
  };

  return {
    app,
    visitor,
    sent,
    load,
    screen: await load(),
    ...hand,
    /** Holds the replies to calls of this path until the returned function is called. */
    hold: (path: string) => {
      const { promise, resolve } = Promise.withResolvers<void>();
      held.set(path, promise);
      return resolve;
    },
    /** Answers a call in place of the server until the returned function is called. */
    reply: (method: string, path: string, one: Reply) => {
      replies.set(`${method} ${path}`, one);
      return () => replies.delete(`${method} ${path}`);
    },
    /** What was sent and changes something, without the documents that a step asks for. */
    written: () =>
      sent
        .filter(({ method, url }) => method !== 'GET' && !url.endsWith('/documents'))
        .map(({ method, url }) => `${method} ${url.split('/').at(-1)}`),
    /** Resolves when every reply has come and React has rendered it. */
    settled: async () => {
      await waitFor(() => {
        if (client.isFetching() > 0) throw new Error('Some replies are still pending.');
      });
      await act(() => new Promise((resolve) => setTimeout(resolve)));
    },
  };
}

async function storeSets(app: TestApp, step: StepNumber, given: Given): Promise<Visitor> {
  const { sets = setKeys.slice(0, step - 1), person = johanna } = given;
  const visitor = createVisitor(app);
  for (const key of sets) await visitor.save(key, person[key]);
  await visitor.step(step);
  return visitor;
}

async function answer(reply: Reply, signal: AbortSignal): Promise<Response> {
  if (reply === null) throw new TypeError('Failed to fetch');
  if (reply !== 'never') return ServerResponse.json(reply.json, { status: reply.status });
  const { promise, reject } = Promise.withResolvers<Response>();
  signal.addEventListener('abort', () => reject(signal.reason));
  return await promise;
}

type Entries = Record<string, string | boolean>;

/**
 * What a visitor does and sees. Fields have the names that they have in the domain. React Hook Form, loaded before there is
 * a document, knows the last radio button of a group alone: choose that one, `premium`.
 */
function hands({ library }: Stage) {
  const { act, fireEvent, waitFor, within } = library;
  const screen = within(document.body);
  const button = (name: string | RegExp): Promise<HTMLButtonElement> => screen.findByRole('button', { name });
  const click = (element: HTMLElement) => act(async () => void fireEvent.click(element));
  const field = (name: string, value?: string) => {
    const all = [...document.querySelectorAll<HTMLInputElement>(`form [name="${name}"]`)];
    const found =
      all.find((one) => one.type === 'radio' && (value ? one.value === value : one.checked)) ?? all[0];
    if (!found) throw new Error(`There is no field ${name}.`);
    return found;
  };
  const shown = (name: string) => {
    const { type, checked, value } = field(name);
    return type === 'checkbox' ? checked : type === 'radio' && !checked ? '' : value;
  };
  return {
    button,
    click,
    field,
    shown,
    press: async (name: string | RegExp) => click(await button(name)),
    enter: async (entries: Entries) => {
      for (const [name, value] of Object.entries(entries)) {
        const one = field(name, String(value));
        if (one.type === 'radio' || (typeof value === 'boolean' && one.checked !== value)) await click(one);
        else if (typeof value === 'string')
          await act(async () => void fireEvent.change(one, { target: { value } }));
      }
    },
    /** What stands in these fields. */
    entries: (names: Iterable<string>) =>
      Object.fromEntries(Array.from(names, (name) => [name, shown(name)])),
    /** Waits until the step is shown with its data. */
    at: async (step: number) => {
      const name = steps[step - 1]?.title ?? '';
      await screen.findByRole('heading', { level: 2, name });
      await waitFor(() => {
        if (screen.queryByText('Laden...')) throw new Error('The step is still loading.');
      });
    },
    /** The toasts, the newest first: title, and sentence if it has one. */
    toasts: () =>
      pageStore.get(toastsAtom).map(({ title, description }) => [title, description].filter(Boolean)),
  };
}
/** The entries of a step's form that hold this person's data. */
export function entriesOf(key: SetKey, person: Applicant = johanna): Entries {
  if (key !== 'tariff-selection') return { ...person[key] };
  const { tariffType, selfParticipation, paymentFrequency = 'monthly' } = person[key];
  return { tariffType, paymentFrequency, [`deductible-${tariffType}`]: String(selfParticipation) };
}
