import { createContext, useContext } from 'react';
import { type Operator, placeholders } from '#domain/operator';

/** The operator of the page. The server provides it; in the browser it comes with the data of the page. */
const OperatorContext = createContext<Operator>(placeholders);

export function useOperator(): Operator {
  return useContext(OperatorContext);
}
