export type MessageResponse = { message: string };
export type DeletionResponse = { deletedCount: number };
export type ResendResponse = { queued: number };
export type TokenResponse = { token: string };
