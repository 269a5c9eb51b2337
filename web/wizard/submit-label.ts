import { createContext } from 'react';

export const SubmitLabel = createContext('');
