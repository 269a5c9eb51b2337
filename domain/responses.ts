/** Responses of backoffice calls besides data. The routes use `satisfies`, so that server and browser agree. */

export type MessageResponse = { message: string };
export type DeletionResponse = { deletedCount: number };
export type ResendResponse = { queued: number };
export type TokenResponse = { token: string };
