import { Optional } from 'typebox';
import { Errors } from 'typebox/schema';
import { longestMessage, messageErrors, placeholderList } from '#domain/cases/messages';
import { messageStatuses } from '#domain/cases/statuses';
import { maximum } from '#domain/fields';
import { offices } from '#domain/operator/offices';
import { facts, officeFacts } from './facts';
import { isText, key, line, list, oneOf, section, table } from './values';

const testimonial = table({
  kind: oneOf(['example', 'verified']),
  text: line(maximum.text),
  name: line(),
  horse: Optional(line()),
});

const sendable = `without an IBAN, and with no braces but ${placeholderList}`;

const template = table({
  name: line(),
  status: oneOf(messageStatuses),
  subject: key(
    `a text of 1 to ${longestMessage.subject} characters in one line, ${sendable}`,
    (value) => isText(value, longestMessage.subject) && isSendable(value),
  ),
  body: key(
    `a text of 1 to ${longestMessage.body} characters, ${sendable}`,
    (value) => isText(value, longestMessage.body, /[^\P{C}\n]/u) && isSendable(value),
  ),
});

const { legal, ...others } = facts;
// all keys of an office belong together, so no built-in one fills a gap
const office = table(officeFacts);
const all = ['permission', ...Object.keys(offices)].map((name) => [name, office]);

const operatorFile = section({
  ...Object.fromEntries(Object.entries(others).map(([name, keys]) => [name, section(keys)])),
  legal: section({ ...legal, ...Object.fromEntries(all) }),
  testimonials: list(
    testimonial,
    'at most 12, of one kind: all "example" or all "verified"',
    (voices) => voices.length <= 12 && new Set(voices.map((voice) => Reflect.get(voice, 'kind'))).size <= 1,
  ),
  templates: list(template, 'at most 100', ({ length }) => length <= 100),
});

/** All that is wrong with the content of an operator file: one sentence each, which begins with the key. */
export function problemsIn(content: unknown): string[] {
  const [, errors] = Errors(operatorFile, content);
  return errors.flatMap((error) => {
    const at = keyAt(error.instancePath);
    switch (error.keyword) {
      // each unknown key has an error of its own, which is the next case
      case 'additionalProperties':
        return [];
      case 'boolean':
        return `${at} must be left out: there is no such key`;
      case 'required':
        return error.params.requiredProperties.map((missing) => `${at}.${missing} must be given`);
      case 'type':
        return `${at} must be ${error.params.type === 'array' ? listAt(at) : `a table, [${at}]`}`;
      default:
        return `${at} must be ${error.message}`;
    }
  });
}

function listAt(key: string): string {
  return key.includes('.') ? 'a list such as ["a", "b"]' : `a list, [[${key}]]`;
}

/** `/testimonials/0/text` as `testimonials[1].text`. */
function keyAt(instancePath: string): string {
  const parts = instancePath.slice(1).split('/');
  const shown = parts.map((part) => (/^[\w-]{1,60}$/.test(part) ? part : JSON.stringify(part.slice(0, 60))));
  return shown.reduce((path, part) =>
    /^\d+$/.test(part) ? `${path}[${Number(part) + 1}]` : `${path}.${part}`,
  );
}

function isSendable(text: string): boolean {
  return messageErrors({ subject: '', body: text }).length === 0;
}
