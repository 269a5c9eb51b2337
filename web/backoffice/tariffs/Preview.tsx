import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { formatDay } from '#domain/dates';
import { formatMoney, formatMove, formatPercent, typeset } from '#domain/format';
import type { MessageResponse } from '#domain/responses';
import {
  type Benefit,
  deductibleLabel,
  deductibles,
  tariffNames,
  tariffTypes,
} from '#domain/tariffs/catalogue';
import type { TariffVersion } from '#domain/tariffs/staff';
import { movesBetween, precedingVersion, tariffStates } from '#domain/tariffs/versions';
import { api, href, pages } from '#domain/urls';
import { request } from '../../api';
import { buttonClass } from '../../ui/button';
import { Badge } from '../../ui/notices';
import { ActionButton, PassingButton } from '../buttons';

type Props = {
  version: TariffVersion;
  versions: readonly TariffVersion[];
  onRelease: OnRelease;
};

type Compared = { before: TariffVersion | null; version: TariffVersion };

export function Preview({ version, versions, onRelease }: Props) {
  const before = precedingVersion(versions, version);
  return (
    <div className="max-w-5xl space-y-8">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <p className="max-w-3xl text-ink-soft">
          {before
            ? `Bisher: ${nameOf(before)}. Neu: ${nameOf(version)}. Was sich ändert, ist hervorgehoben.`
            : `${nameOf(version)} ist die erste: Davor gab es keine andere.`}
        </p>
        <PreviewActions version={version} onRelease={onRelease} />
      </div>
      <ComparedPremiums before={before} version={version} />
      <ComparedBenefits before={before} version={version} />
    </div>
  );
}

function nameOf({ number, state, validFrom }: TariffVersion): string {
  return `Version ${number} ab ${formatDay(validFrom)} (${tariffStates[state]})`;
}

const cell = 'border-t border-line px-1.5 py-2 sm:px-4';

function ComparedPremiums({ before, version }: Compared) {
  const moves = before ? movesBetween(before.premiums, version.premiums) : [];
  const [old, next] = [before?.ageSurchargePercent ?? null, version.ageSurchargePercent];
  return (
    <section aria-labelledby="beitraege">
      <h2 id="beitraege" className="mb-3 text-xl text-green-900">
        Monatsbeiträge
      </h2>
      <div className="overflow-x-auto rounded-card border border-line bg-white shadow-card">
        <table aria-labelledby="beitraege" className="w-full text-[0.9375rem] tabular-nums max-sm:text-sm">
          <thead className="bg-paper-deep text-left text-sm text-ink-soft">
            <tr>
              {['Tarif', 'Bisher', 'Neu', 'Änderung'].map((head, at) => (
                <th
                  key={head}
                  scope="col"
                  className={`px-1.5 py-2 font-semibold sm:px-4 ${at > 0 ? 'text-right' : ''}`}
                >
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          {tariffTypes.map((type, row) => (
            <tbody key={type}>
              <tr>
                <th
                  scope="rowgroup"
                  colSpan={4}
                  className={`${cell} text-left font-serif text-base text-green-900`}
                >
                  {tariffNames[type]}
                </th>
              </tr>
              {deductibles.map((deductible, column) => (
                <Row
                  key={deductible}
                  label={typeset(deductibleLabel(deductible))}
                  old={formatMoney(before?.premiums[row]?.[column])}
                  next={formatMoney(version.premiums[row]?.[column])}
                  move={moves.find((one) => one.tariffType === type && one.selfParticipation === deductible)}
                />
              ))}
            </tbody>
          ))}
          <tbody>
            <Row
              label={'Alters\u00adzuschlag'}
              old={old === null ? '-' : formatPercent(old)}
              next={formatPercent(next)}
              changed={old !== null && old !== next}
            />
          </tbody>
        </table>
      </div>
    </section>
  );
}

type RowProps = {
  label: ReactNode;
  old: string;
  next: string;
  move?: { percent: number | null; large: boolean };
  changed?: boolean;
};

function Row({ label, old, next, move, changed = move !== undefined }: RowProps) {
  return (
    <tr className={changed ? 'bg-saddle-50' : ''}>
      <th scope="row" className={`${cell} text-left font-normal wrap-anywhere`}>
        {label}
      </th>
      <td className={`${cell} text-right text-ink-soft`}>{old}</td>
      <td className={`${cell} text-right ${changed ? 'font-semibold' : ''}`}>{next}</td>
      <td className={`${cell} text-right`}>
        {changed ? (
          <span className={`font-semibold ${move?.large ? 'text-danger' : 'text-saddle-800'}`}>
            {move?.percent == null ? 'geändert' : formatMove(move.percent)}
          </span>
        ) : (
          <span className="text-ink-soft">gleich</span>
        )}
      </td>
    </tr>
  );
}

function ComparedBenefits({ before, version }: Compared) {
  return (
    <section aria-labelledby="leistungen" className="space-y-5">
      <h2 id="leistungen" className="text-xl text-green-900">
        Leistungen
      </h2>
      {tariffTypes.map((type, row) => (
        <table
          key={type}
          className="w-full table-fixed max-sm:block overflow-hidden rounded-card border border-line bg-white text-[0.9375rem] shadow-card max-sm:text-sm"
        >
          <caption className="max-sm:block bg-paper-deep px-1.5 py-2 text-left font-serif text-base font-semibold text-green-900 sm:px-4">
            {tariffNames[type]}
          </caption>
          <thead className="bg-paper-deep text-left text-sm text-ink-soft max-sm:block">
            <tr className="max-sm:grid max-sm:grid-cols-2">
              {['Leistung', 'Bisher', 'Neu'].map((name, at) => (
                <th key={name} scope="col" className={at > 0 ? head : `${head} max-sm:sr-only`}>
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="max-sm:block">
            {pairsOf(before?.benefits[row] ?? [], version.benefits[row] ?? []).map((pair) => (
              <Pair key={pair.name} {...pair} />
            ))}
          </tbody>
        </table>
      ))}
    </section>
  );
}

type PairProps = { name: string; old: string | null; next: string | null };

/** Those of the new version in its order, then those that it lacks. */
function pairsOf(old: readonly Benefit[], next: readonly Benefit[]): PairProps[] {
  const textIn = (list: readonly Benefit[], name: string) =>
    list.find((one) => one.name === name)?.beschreibung ?? null;
  const names = new Set([...next, ...old].map(({ name }) => name));
  return [...names].map((name) => ({ name, old: textIn(old, name), next: textIn(next, name) }));
}

const head = 'px-1.5 pb-2 font-semibold sm:px-4';
const benefitCell = 'px-1.5 py-2 align-top wrap-break-word hyphens-auto sm:border-t sm:border-line sm:px-4';

function Pair({ name, old, next }: PairProps) {
  const mark = old === next ? null : old === null ? 'neu' : next === null ? 'entfällt' : 'geändert';
  return (
    <tr
      className={`max-sm:grid max-sm:grid-cols-2 max-sm:border-t max-sm:border-line ${mark ? 'bg-saddle-50' : ''}`}
    >
      <th scope="row" className={`${benefitCell} text-left font-semibold max-sm:col-span-2 max-sm:pb-0`}>
        <span>{name}</span>{' '}
        {mark ? <Badge tone={mark === 'entfällt' ? 'negative' : 'waiting'}>{mark}</Badge> : null}
      </th>
      <td className={`${benefitCell} text-ink-soft`}>{typeset(old ?? '–')}</td>
      <td className={`${benefitCell} ${mark ? 'font-semibold' : 'text-ink-soft'}`}>{typeset(next ?? '–')}</td>
    </tr>
  );
}

export type OnRelease = (version: TariffVersion) => void;

type ActionsProps = { version: TariffVersion; onRelease: OnRelease };

export function RowActions({ version, onRelease }: ActionsProps) {
  const { id, state } = version;
  const draft = state === 'draft';
  return (
    <span className="flex flex-wrap gap-2 xl:flex-nowrap">
      {draft ? <OwnLink id={id} to="edit" label="Bearbeiten" /> : null}
      <OwnLink id={id} to="preview" label={draft || state === 'released' ? 'Vorschau' : 'Ansehen'} />
      {draft ? (
        <>
          <PassingButton aria-describedby={nameId(id)} onClick={() => onRelease(version)}>
            Freigeben
          </PassingButton>
          <ActionButton
            label="Löschen"
            busyLabel="Wird gelöscht..."
            question="Sind Sie sicher, dass Sie diesen Entwurf löschen möchten?"
            describedBy={nameId(id)}
            look="danger"
            call={() => request<MessageResponse>('DELETE', href(api.tariffVersion, { id }))}
            success="Der Entwurf wurde gelöscht."
            failure="Der Entwurf konnte nicht gelöscht werden."
          />
        </>
      ) : null}
      {state === 'released' ? <TakeBackButton id={id} /> : null}
    </span>
  );
}

function PreviewActions({ version, onRelease }: ActionsProps) {
  const { id, state } = version;
  return (
    <div className="flex flex-wrap gap-2">
      {state === 'draft' ? (
        <>
          <OwnLink id={id} to="edit" label="Bearbeiten" alone />
          <PassingButton look="primary" onClick={() => onRelease(version)}>
            Freigeben
          </PassingButton>
        </>
      ) : null}
      {state === 'released' ? <TakeBackButton id={id} /> : null}
    </div>
  );
}

type LinkProps = { id: string; to: 'edit' | 'preview'; label: string; alone?: true };

/** `alone`: not in a row that names the version. */
function OwnLink({ id, to, label, alone }: LinkProps) {
  return (
    <Link
      to={pages.backofficeTariffs}
      search={{ [to]: id } as never}
      aria-describedby={alone ? undefined : nameId(id)}
      className={buttonClass('secondary', 'small')}
    >
      {label}
    </Link>
  );
}

function TakeBackButton({ id }: { id: string }) {
  return (
    <ActionButton
      label="Freigabe zurücknehmen"
      busyLabel="Wird zurückgenommen..."
      question="Möchten Sie die Freigabe zurücknehmen? Die Version wird dann wieder ein Entwurf."
      describedBy={nameId(id)}
      className="whitespace-nowrap"
      call={() => request<TariffVersion>('DELETE', href(api.releaseTariffs, { id }))}
      success="Die Version ist wieder ein Entwurf."
      failure="Die Freigabe konnte nicht zurückgenommen werden."
    />
  );
}

export const nameId = (id: string) => `tarife-${id}`;
