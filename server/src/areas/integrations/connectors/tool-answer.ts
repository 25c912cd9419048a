import type { Json } from '@throughline/flow/eval'

/**
 * What became of a call. `refused`: the receiver definitely did nothing, and would not the next time either; where
 * nothing was `sent`, it was not asked. `unreachable`: nothing is known unless it says that nothing was `sent`; trying
 * again is safe where the key goes along. `unknown`: it may be done, and trying
 * again would tell no more. `held`: nothing was done, and the same call is to be made again then. `signed_out`: the
 * sign-in or key was refused and nothing was done, so the call waits until somebody reconnects. A `note` says what people
 * should know of a call that went through.
 */
export type ToolAnswer =
  | { ok: true; output: Record<string, Json>; note?: string }
  | { ok: false; code: 'refused' | 'unreachable' | 'unknown'; text: string; sent?: false }
  | { ok: false; code: 'held'; until: Date; text: string }
  | { ok: false; code: 'signed_out'; text: string }

export type FailedAnswer = Exclude<ToolAnswer, { ok: true }>

/** By us, before the receiver is asked. */
export const refused = (text: string): FailedAnswer => ({ ok: false, code: 'refused', text, sent: false })

/** By the receiver. */
export const rejected = (text: string): FailedAnswer => ({ ok: false, code: 'refused', text })
