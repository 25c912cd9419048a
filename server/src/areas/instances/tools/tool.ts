import type { TenantId } from '@throughline/contracts/ids'
import type { Json } from '@throughline/flow/eval'
import type { SecretMarks } from './secret-marks.ts'

export interface ToolCall {
  tenantId: TenantId
  /** Goes with the call, so that a receiver recognises a repeat. */
  key: string
  /** Which run of a step makes it. */
  run: { instanceId: string; step: string; round: number }
  /** Of a tool that the workspace added: which one, and by which connection. */
  own?: { toolId: string; connection: string | undefined }
  /** Further headers, where the call is marked as a test. */
  marks?: Readonly<Record<string, string>>
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

/** By the ids that steps name; `connected` calls those that a workspace added, whose ids are their own. */
export type Tools = Readonly<Record<string, RunTool>>

/** Of tools and connections of a workspace; the tools that everybody has are named by words. */
const OWN = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

export const isOwnId = (id: string): boolean => OWN.test(id)

export const runnerOf = (tools: Tools, toolId: string): RunTool | undefined =>
  isOwnId(toolId) ? tools.connected : tools[toolId]

export const textOf = (value: Json | undefined): string =>
  value === undefined || value === null ? '' : typeof value === 'string' ? value : JSON.stringify(value)
