/** State that belongs to the open page as a whole, whatever is shown on it. Never written on the server. */
import { createStore } from 'jotai';

export const pageStore = createStore();
