import { createContext } from 'react';

/** The words of the button that submits the application. */
export const SubmitLabel = createContext('');
