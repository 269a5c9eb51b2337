/** Responses of backoffice calls besides data. The routes use `satisfies`, so that server and browser agree. */

/** The id that a client made belongs to something else. */
export const idTaken = 'Unter dieser Kennung ist bereits etwas anderes gespeichert.';

export type MessageResponse = { message: string };
export type DeletionResponse = { deletedCount: number };
export type ResendResponse = { queued: number };
export type TokenResponse = { token: string };
