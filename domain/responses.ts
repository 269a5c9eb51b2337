/** Responses of backoffice calls besides data. The routes use `satisfies`, so that server and browser agree. */

/** The id that a client made belongs to something else. */
export const idTaken = 'Unter dieser Kennung ist bereits etwas anderes gespeichert.';

/** `message` is a sentence for the user. */
export type MessageResponse = { message: string };
/** Number of deleted applications; unknown ids are not counted. */
export type DeletionResponse = { deletedCount: number };
/** Number of mails that will be sent again. */
export type ResendResponse = { queued: number };
/** The new token, which replaces the stored one. */
export type TokenResponse = { token: string };
