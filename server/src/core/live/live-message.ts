/** What travels through Redis to every API process. */
export type LiveMessage =
  | { kind: 'live'; tenantId: string; frames: { type: string; id: string }[] }
  | { kind: 'signed_out'; sessionIds: string[] }
