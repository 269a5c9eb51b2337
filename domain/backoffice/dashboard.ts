/** What the dashboard shows. Days are `YYYY-MM-DD` in Germany. */
import type { Application } from '../application';
import type { Callback } from '../callback';

/** One day of the chart: `day` is `YYYY-MM-DD` in Germany. */
export type DayCount = { day: string; started: number; completed: number };
/** How many of the last 30 days' applications reached a step (or, with step 7, were completed). */
export type FunnelStep = { step: number; reached: number };

export type Dashboard = {
  stats: {
    totalApplications: number;
    completedApplications: number;
    incompleteApplications: number;
    pendingCallbacks: number;
  };
  /** The 10 newest. */
  recentApplications: Application[];
  /** Pending, newest first, at most 10. */
  callbackRequests: Callback[];
  /** The last 30 days in order, today last; days without applications are there with zeros. */
  daily: DayCount[];
  /** The six steps and the completion, of the applications begun in these 30 days. */
  funnel: FunnelStep[];
};
