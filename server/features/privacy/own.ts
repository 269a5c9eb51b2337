/** What is stored, as its person sees it. */
import type { PersonData } from '#db/persons';
import { ibanIn, maskIban } from '#domain/bank/numbers';
import { otherAnswerer } from '#domain/cases/statuses';
import type { OwnApplication, OwnCallback } from '#domain/privacy/own-data';
import { isSameAddress } from '#domain/text/addresses';
import { isoOf } from '#domain/time';
import { callbackView } from '../callbacks/view';

type Loaded = PersonData['applications'][number];

export function ownApplication(
  { application, sets }: Loaded,
  person: PersonData,
  address: string,
): OwnApplication {
  const { id, completed, createdAt, lastUpdated, source, restricted } = application;
  const contact = sets['contact-data'];
  const policyholder = sets['policyholder-info'];
  const mandate = sets['sepa-mandate'];
  const found = person.cases.get(id);
  const isContact = isAt(contact?.email, address);
  const isPolicyholder = isAt(policyholder?.email, address);
  const isAbout = ({ applicationId }: { applicationId: string | null }) => applicationId === id;
  const { accountHolder = '', bankName = '', iban = '', mandateReference = null } = mandate ?? {};
  return {
    id,
    completed,
    createdAt,
    lastUpdated,
    source,
    restricted,
    horseData: sets['horse-data'],
    contactData: isContact ? contact : null,
    tariffSelection: sets['tariff-selection'],
    policyholderInfo: isPolicyholder ? policyholder : null,
    sepaMandate:
      mandate && isPolicyholder
        ? { accountHolder, ibanMasked: maskIban(iban), bankName, mandateReference }
        : null,
    policyNumber: found?.policyNumber ?? null,
    confirmation:
      isPolicyholder && found?.confirmation
        ? { answer: found.confirmation, at: isoOf(found.confirmedAt) }
        : null,
    advice: isContact ? person.advice.filter(isAbout).map(adviceOf) : [],
    messages: isContact ? person.messages.filter(isAbout).map(messageOf) : [],
    replies: repliesOf(person)
      .filter((reply) => isAbout(reply) && (reply.new === otherAnswerer ? isPolicyholder : isContact))
      .map(replyOf),
    returns: isPolicyholder ? person.returns.filter(isAbout).map(returnOf) : [],
  };
}

function adviceOf({ wishes, advice, at }: PersonData['advice'][number]): OwnApplication['advice'][number] {
  return { wishes, advice, at: isoOf(at) };
}

function messageOf(message: PersonData['messages'][number]): OwnApplication['messages'][number] {
  const { subject, body, at, answer, answeredAt } = message;
  return { subject, body, at: isoOf(at), answer, answeredAt: isoOf(answeredAt) };
}

/** Those that are not with their message. */
function repliesOf({ replies, messages }: PersonData): PersonData['replies'] {
  return replies.filter(({ id }) => messages.every(({ answerId }) => answerId !== id));
}

function replyOf({
  text,
  at,
  attachments,
}: PersonData['replies'][number]): OwnApplication['replies'][number] {
  return { text: text ?? '', at: isoOf(at), attachments: attachments ?? 0 };
}

function returnOf({
  name,
  at,
  columns,
  cells,
}: PersonData['returns'][number]): OwnApplication['returns'][number] {
  const masked = (text: string) => {
    const iban = ibanIn(text);
    return iban === null ? text : maskIban(iban);
  };
  return {
    ...{ name, at: isoOf(at) },
    cells: cells.map((text, place) => ({ column: columns[place] ?? '', text: masked(text) })),
  };
}

export function ownCallback(callback: PersonData['callbacks'][number], { calls }: PersonData): OwnCallback {
  return {
    ...callbackView(callback),
    calls: calls
      .filter((call) => call.callbackId === callback.request.id)
      .map(({ at, outcome, note, nextCallAt }) => ({
        at: isoOf(at),
        outcome,
        note,
        nextCallAt: isoOf(nextCallAt),
      })),
  };
}

export function isAt(email: string | undefined, address: string): boolean {
  return email !== undefined && isSameAddress(email, address);
}
