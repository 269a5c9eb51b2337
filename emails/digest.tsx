import type { CaseView } from '#domain/cases/staff';
import { formatDay } from '#domain/dates';
import { counted } from '#domain/format';
import { keysOf } from '#domain/keys';
import { mailKinds } from '#domain/mails/kinds';
import { pages } from '#domain/urls';
import { PageLink, Paragraph, Small, Title } from './blocks';
import { type Common, exampleSite, type Mail } from './render';

const ofView = (view: CaseView) => `${pages.backofficeCases}?view=${view}`;

const lists = {
  due: { one: 'fälliger Vorgang', many: 'fällige Vorgänge', to: ofView('due') },
  unassigned: {
    one: 'nicht zugewiesener Vorgang',
    many: 'nicht zugewiesene Vorgänge',
    to: ofView('unassigned'),
  },
  callbacks: { one: 'neuer Rückruf', many: 'neue Rückrufe', to: pages.backofficeCallbacks },
};

type DigestProps = Common & Record<keyof typeof lists, number> & { today: string };

const { label } = mailKinds.digest;

/** To each account that wants it, in the morning. Names nobody. */
export const digest: Mail<DigestProps> = {
  subject: ({ today }) => `${label} am ${formatDay(today)}`,
  preheader: () => 'Was heute auf Sie und Ihr Team wartet.',
  body: (props) => (
    <>
      <Title>{label}</Title>
      <Paragraph>Guten Morgen! Das wartet heute auf Sie und Ihr Team:</Paragraph>
      {keysOf(lists)
        .filter((list) => props[list] > 0)
        .map((list) => (
          <Paragraph key={list}>
            <PageLink to={lists[list].to}>{counted(props[list], lists[list].one, lists[list].many)}</PageLink>
          </Paragraph>
        ))}
      <Small>
        Diese E-Mail kommt an Arbeitstagen, weil Sie sie eingeschaltet haben. Abschalten können Sie sie hier:{' '}
        <PageLink to={pages.backofficeAccount}>Mein Konto</PageLink>
      </Small>
    </>
  ),
  example: { ...exampleSite, today: '2026-11-20', due: 7, unassigned: 2, callbacks: 1 },
};
