/**
 * Texts of a screen that React changes on their own. A translation of the browser replaces each text of a page by
 * elements: React then changes a text that nobody sees any more, or fails when it removes it or puts something before it.
 * The only child of an HTML element is safe, because React replaces the whole content of its parent.
 */
import { parseSync } from 'oxc-parser';

type Node = { type: string; start: number; end: number; [key: string]: unknown };

/** Props and variables that hold elements wherever they stand beside something, and functions that return them. */
const given =
  /^(children|toolbar|refresh|beside|moment|words|failure|header|footer|fields|question|top|atTariff)$/;

/** What an expression may be: an element, nothing, a list, or a text that stays or changes. */
type Kind = 'element' | 'given' | 'nothing' | 'list' | 'fixed' | 'changing';

/** One line for each text that should be in an element of its own, or the only text of its element. */
export function bareTexts(path: string, source: string): string[] {
  const found = new Set<string>();
  const report = (node: Node) => {
    const line = source.slice(0, node.start).split('\n').length;
    const words = source.slice(node.start, node.end).replace(/\s+/g, ' ').slice(0, 80);
    found.add(`${path}:${line}: ${words}`);
  };
  visit(parseSync(path, source).program as unknown as Node, (node) => {
    if (isJsx(node)) for (const child of unsafeChildren(node)) report(child);
    if (node.type === 'ConditionalExpression') {
      const kinds = kindsOf(node);
      if (kinds.includes('element') && kinds.some((kind) => kind === 'fixed' || kind === 'changing'))
        report(node);
    }
  });
  return [...found];
}

function unsafeChildren(parent: Node): Node[] {
  const children = childrenOf(parent);
  // a component decides where it puts its only child
  if (children.length === 1 && parent.type === 'JSXElement') return [];
  const kinds = children.map((child) => {
    if (child.type === 'JSXText') return ['fixed' as const];
    return child.type === 'JSXExpressionContainer' ? kindsOf(child.expression as Node) : ['element' as const];
  });
  return children.filter((child, at) => {
    const own = kinds[at] ?? [];
    if (own.includes('changing') || (own.includes('fixed') && own.length > 1)) return true;
    const comesAndGoes = own.includes('nothing') || own.includes('list');
    return (
      comesAndGoes &&
      child.type !== 'JSXText' &&
      kinds
        .slice(at + 1)
        .flat()
        .includes('fixed')
    );
  });
}

const isJsx = ({ type }: Node) => type === 'JSXElement' || type === 'JSXFragment';

/** Without comments, and without the blanks that JSX leaves out. */
function childrenOf(parent: Node): Node[] {
  return (parent.children as Node[]).filter((child) => {
    if (child.type === 'JSXText') return !/^\s*\n\s*$/.test(String(child.value));
    return !(
      child.type === 'JSXExpressionContainer' && (child.expression as Node).type === 'JSXEmptyExpression'
    );
  });
}

function kindsOf(node: Node): Kind[] {
  const of = (key: string) => kindsOf(node[key] as Node);
  if (node.type === 'ParenthesizedExpression' || node.type === 'TSAsExpression') return of('expression');
  if (node.type === 'ConditionalExpression') return [...of('consequent'), ...of('alternate')];
  if (node.type === 'LogicalExpression')
    return node.operator === '&&' ? ['nothing', ...of('right')] : [...of('left'), ...of('right')];
  return [kindOf(node)];
}

function kindOf(node: Node): Kind {
  if (isJsx(node)) return 'element';
  if (node.type === 'Literal') return typeof node.value === 'string' ? 'fixed' : 'nothing';
  if (node.type === 'TemplateLiteral') return (node.expressions as Node[]).length > 0 ? 'changing' : 'fixed';
  const named = node.type === 'CallExpression' ? (node.callee as Node) : node;
  const name = String(named.name ?? (named.property as Node | undefined)?.name);
  if (name === 'map') return 'list';
  if (name === 'undefined') return 'nothing';
  return given.test(name) ? 'given' : 'changing';
}

function visit(node: unknown, act: (node: Node) => void) {
  if (Array.isArray(node)) for (const one of node) visit(one, act);
  else if (typeof node === 'object' && node !== null) {
    if ('type' in node) act(node as Node);
    for (const value of Object.values(node)) visit(value, act);
  }
}
