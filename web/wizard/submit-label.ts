import { createContext } from 'react';
import { usualSubmitLabel } from '#domain/application';

/** The words of the button that submits the application. */
export const SubmitLabel = createContext<string>(usualSubmitLabel);
