/** Who calls? People, each with what is stored of them, as a search of staff finds them. */
import { Object as ObjectType, String as StringType } from 'typebox';
import { rule } from './fields';

const message = 'Bitte tippen Sie mindestens drei Buchstaben oder vier Ziffern';
const signs = (q: string, kind: RegExp) => q.match(kind)?.length ?? 0;

export const searchQuery = ObjectType({
  q: rule(
    StringType({ errorMessage: message }),
    (q) => signs(q, /\p{L}/gu) >= 3 || signs(q, /\p{N}/gu) >= 4,
    message,
  ),
});

export type Reach = { name: string; email: string | null; phone: string };

/** `label` and `state` are German. `applicationId`: what it leads to, if it has no list of its own. */
export type FoundItem = {
  kind: string;
  id: string;
  label: string;
  state: string;
  at: string;
  applicationId?: string;
};

export type FoundPerson = {
  /** Empty: nobody told it. */
  name: string;
  emails: string[];
  phones: string[];
  /** Newest first. */
  items: FoundItem[];
  /** How many items there are besides. */
  more: number;
  noCalls: boolean;
  /** As the newest item has it; null: nobody, or who asked for erasure. */
  newest: Reach | null;
};

/** `total`: among the newest of what was found, of which there may be more. */
export type FoundPeople = { people: FoundPerson[]; total: number };
