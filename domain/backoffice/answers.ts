/** What calls of the backoffice return besides data. The routes say `satisfies`, so that the browser reads the same. */

/** A sentence for the person who asked. */
export type Said = { message: string };
/** How many applications were deleted; unknown ids are not counted. */
export type Deleted = { deletedCount: number };
/** How many mails will be sent again. */
export type Queued = { queued: number };
/** A token that replaces the one kept so far. */
export type Entered = { token: string };
