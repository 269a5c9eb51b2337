import { createContext, useContext } from 'react';
import type { PageOperator } from '#domain/operator/operator';

/** The operator of the page. The server provides it; in the browser it comes with the data of the page. */
export const OperatorContext = createContext<PageOperator | null>(null);

/** @throws if the page provides none */
export function useOperator(): PageOperator {
  const operator = useContext(OperatorContext);
  if (!operator) throw new Error('The page has no operator.');
  return operator;
}
