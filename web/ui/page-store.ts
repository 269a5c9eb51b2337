/** State of the open page as a whole. Never written on the server. */
import { createStore } from 'jotai';

export const pageStore = createStore();
