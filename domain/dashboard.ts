import type { Application } from './application';
import type { Callback } from './callbacks/request';
import type { SiteState } from './site-state';

/** One day of the chart: `day` is `YYYY-MM-DD` in Germany. */
export type DayCount = { day: string; started: number; completed: number };

export type Dashboard = {
  stats: {
    totalApplications: number;
    completedApplications: number;
    incompleteApplications: number;
    pendingCallbacks: number;
  };
  recentApplications: Application[];
  /** Pending, newest first, at most 10. */
  callbackRequests: Callback[];
  /** The last 30 days in order, today last. Days without applications are included with zeros. */
  daily: DayCount[];
  /** Null while the site is live. */
  siteState: Pick<SiteState, 'state' | 'reason' | 'resumeOn'> | null;
};
