import type { TenantId } from '@throughline/contracts/ids'
import type { Json } from '@throughline/flow/eval'
import type { SecretMarks } from './secret-marks.ts'

export interface ToolCall {
  tenantId: TenantId
  /** Goes with the call, so that a receiver recognises a repeat. */
  key: string
  /** Which run of a step makes it. */
  run: { instanceId: string; step: string; round: number }
  /** With marks in the places of secrets. */
  parameters: Record<string, Json>
  secrets: SecretMarks
  signal: AbortSignal
}

/**
 * What became of a call. `refused`: the receiver definitely did nothing, and would not the next time either.
 * `unreachable`: nothing is known; trying again is safe where the key goes along. `unknown`: it may be done, and trying
 * again would tell no more. `held`: nothing was done, and the same call is to be made again then. A `note` says what people
 * should know of a call that went through.
 */
export type ToolAnswer =
  | { ok: true; output: Record<string, Json>; note?: string }
  | { ok: false; code: 'refused' | 'unreachable' | 'unknown'; text: string }
  | { ok: false; code: 'held'; until: Date; text: string }

export type RunTool = (call: ToolCall) => Promise<ToolAnswer>

/** By the ids that steps name. */
export type Tools = Readonly<Record<string, RunTool>>

export const textOf = (value: Json | undefined): string =>
  value === undefined || value === null ? '' : typeof value === 'string' ? value : JSON.stringify(value)
