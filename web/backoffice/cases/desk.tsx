/** What several screens ask and show of cases. Colleagues change them at any time, so each screen asks again. */
import { useRouter } from '@tanstack/react-router';
import { atom } from 'jotai';
import ArrowRight from 'lucide-react/icons/arrow-right';
import { type ComponentProps, type ReactNode, use, useMemo } from 'react';
import type { ApplicationDetails } from '#domain/applications/staff';
import { calendarOf } from '#domain/calendar/working-days';
import type { BulkResult, Case, CaseCounts, StaffMember } from '#domain/cases/staff';
import {
  blockLabels,
  type CaseStatus,
  caseStatuses,
  confirmationLabels,
  isDone,
  type StepState,
  type Today,
} from '#domain/cases/statuses';
import { berlinDay } from '#domain/dates';
import { shortId } from '#domain/ids';
import { suggestedWithdrawal } from '#domain/law/staff-withdrawals';
import { api, href, pages } from '#domain/urls';
import { request } from '../../api';
import { useOperator } from '../../operator';
import { Button } from '../../ui/button';
import type { Option } from '../../ui/fields';
import { Badge, type BadgeTone } from '../../ui/notices';
import { pageStore } from '../../ui/page-store';
import { changing, queryOf, useAction, useLoaded } from '../calls';
import { CurrentUser } from '../session';
import { OptionalFilter } from '../table/frame';
import { SkippedRows } from '../table/selection';

declare module '@tanstack/react-router' {
  interface HistoryState {
    atCase?: boolean;
    /** The list that a user of the details came from. In the history entry it survives a reload. */
    fromList?: ListBehind;
  }
}

export const detailsQuery = (id: string) => queryOf<ApplicationDetails>(href(api.details, { id }));

export const useCaseCounts = () => useLoaded<CaseCounts>(api.caseCounts, changing).data;

const nobody: Option = { value: '', label: 'Nicht zugewiesen' };

/** The team to choose from. `assignee` is among it even while the team is not loaded. */
export function useStaffOptions(assignee: Case['assignee'] = null): Option[] {
  const { data: staff = [] } = useLoaded<StaffMember[]>(api.staff);
  const known = assignee && !staff.some(({ id }) => id === assignee.id) ? [assignee, ...staff] : staff;
  return [nobody, ...known.map(({ id, username }) => ({ value: id, label: username }))];
}

type FilterProps = Pick<ComponentProps<typeof OptionalFilter<string>>, 'value' | 'onChange'>;

export function AssigneeFilter(chosen: FilterProps) {
  const [, ...options] = useStaffOptions();
  return <OptionalFilter label="Bearbeiter" all="Bearbeiter: Alle" options={options} {...chosen} />;
}

/** Asked each time: the page may be open at midnight. */
export function useToday(): Today {
  const { state } = useOperator().company;
  const calendar = useMemo(() => calendarOf(state), [state]);
  return { today: berlinDay(new Date()), calendar };
}

const tones: Record<CaseStatus, BadgeTone> = {
  new: 'waiting',
  in_review: 'waiting',
  inquiry: 'waiting',
  transmitted: 'positive',
  issued: 'positive',
  declined: 'neutral',
  withdrawn: 'neutral',
};

export function CaseStatusBadge({ status }: Pick<Case, 'status'>) {
  return <Badge tone={tones[status]}>{caseStatuses[status].label}</Badge>;
}

/** `children`: what comes right after its status. */
export function CaseBadges({ found, children }: { found: Case; children: ReactNode }) {
  const { status, confirmation, withdrawalSuggested, assignee, assigneeAway } = found;
  const isOthers = assigneeAway && use(CurrentUser)?.id !== assignee?.id;
  return (
    <>
      <CaseStatusBadge status={status} />
      {children}
      {confirmation === 'open' ? <Badge tone="waiting">{confirmationLabels.open}</Badge> : null}
      {confirmation === 'refused' ? <Badge tone="negative">{confirmationLabels.refused}</Badge> : null}
      {withdrawalSuggested ? <Badge tone="waiting">{suggestedWithdrawal}</Badge> : null}
      {isOthers && (!isDone(status) || found.replyUnread) ? (
        <Badge wraps>{`Vertretung für ${assignee?.username}`}</Badge>
      ) : null}
    </>
  );
}

export function UrgencyFlags({ found }: { found: Case }) {
  return (
    <>
      {found.overdue ? <Badge tone="negative">Überfällig</Badge> : null}
      {found.followUpOn === berlinDay(new Date()) ? <Badge tone="waiting">Heute fällig</Badge> : null}
      {found.replyUnread ? <Badge tone="positive">Antwort</Badge> : null}
      {found.undeliverable ? <Badge tone="negative">E-Mail kam zurück</Badge> : null}
    </>
  );
}

export function BlockBadges({ restricted, withdrawalOpen, adviceOwed }: Partial<StepState>) {
  return (
    <>
      {restricted ? <Badge tone="negative">{blockLabels.restricted}</Badge> : null}
      {withdrawalOpen ? <Badge tone="negative">{blockLabels.withdrawal_open}</Badge> : null}
      {adviceOwed ? <Badge tone="negative">{blockLabels.advice_owed}</Badge> : null}
    </>
  );
}

export type SkippedCases = Pick<BulkResult, 'skipped'> & { cases: readonly Case[] };

export function Skipped({ skipped, cases }: SkippedCases) {
  const nameOf = (id: string) => cases.find((one) => one.applicationId === id)?.contactName ?? shortId(id);
  const rows = skipped.map((one) => ({ ...one, application: one.id, name: nameOf(one.id) }));
  return <SkippedRows what={['Vorgang', 'Vorgänge']} rows={rows} />;
}

/** Cases that were handed out in this window and are still due: the next ones come first. */
const handedOutAtom = atom<ReadonlySet<string>>(new Set<string>());

/** A case that somebody has worked on may be handed out again when it is due again. */
export function forgetHandedOut({ applicationId, status, followUpOn }: Case, today: string) {
  if (!isDone(status) && followUpOn !== null && followUpOn <= today) return;
  const left = new Set(pageStore.get(handedOutAtom));
  if (left.delete(applicationId)) pageStore.set(handedOutAtom, left);
}

function useNextCase(shown?: string) {
  const router = useRouter();
  return useAction({
    call: () => {
      const skip = new Set(pageStore.get(handedOutAtom));
      if (shown !== undefined) skip.add(shown);
      return request<Case | null>('POST', api.nextCase, { skip: [...skip] });
    },
    success: (next) => (next ? null : { title: 'Alles erledigt.', description: leftOver(shown) }),
    failure: 'Der nächste Vorgang konnte nicht geladen werden.',
    after: async (error, _, next) => {
      if (error) return;
      // the next click begins with the skipped ones
      if (!next) return pageStore.set(handedOutAtom, new Set<string>());
      const id = next.applicationId;
      pageStore.set(handedOutAtom, new Set([...pageStore.get(handedOutAtom), id]));
      await router.navigate({
        to: href(pages.backofficeApplication, { id }),
        // the open tab stays from case to case
        search: shown !== undefined,
        state: (before) => ({
          fromList: listBehind(router.state.location.pathname, before.fromList),
          atCase: true,
        }),
      });
    },
  });
}

function leftOver(shown: string | undefined): string {
  const skipped = [...pageStore.get(handedOutAtom)].filter((id) => id !== shown);
  return skipped.length > 0
    ? 'Ein weiterer Klick beginnt wieder mit den übersprungenen Vorgängen.'
    : 'Gerade wartet kein Vorgang auf Sie.';
}

type NextCaseButtonProps = Pick<ComponentProps<typeof Button>, 'look' | 'size' | 'ref'> & { shown?: string };

export function NextCaseButton({ shown, size = 'small', ...button }: NextCaseButtonProps) {
  const { run, busy } = useNextCase(shown);
  return (
    <Button {...button} size={size} aria-disabled={busy} onClick={() => run()}>
      Nächster Vorgang
      <ArrowRight aria-hidden="true" className="size-4" />
    </Button>
  );
}

const lists = [pages.backofficeApplications, pages.backofficeCases, pages.backofficeSearch];

/** `steps`: how many history entries it is behind; 0: the user has not seen it. */
type ListBehind = { path: string; steps: number };

/**
 * The list behind the details for a user who comes from `pathname`: a list itself, details with the list `before` behind
 * them, or another screen, which has the list of cases behind it.
 */
export function listBehind(pathname: string | undefined, before?: ListBehind): ListBehind {
  if (pathname && isList(pathname)) return { path: pathname, steps: 1 };
  if (before && before.steps > 0) return { ...before, steps: before.steps + 1 };
  return { path: pages.backofficeCases, steps: 0 };
}

export const isList = (pathname = '') => lists.some((path) => path === pathname);
