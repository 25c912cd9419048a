import type { TenantId } from '@throughline/contracts/ids'
import type { Json } from '@throughline/flow/eval'
import type { ToolAnswer } from '../../integrations/integrations.public.ts'
import type { SecretMarks } from './secret-marks.ts'

export interface ToolCall {
  tenantId: TenantId
  /** Goes with the call, so that a receiver recognises a repeat. */
  key: string
  /** Which run of a step makes it. */
  run: { instanceId: string; step: string; round: number }
  /** Of a tool that was connected: which one, which of its operations, and by which connection. */
  own?: { toolId: string; operation: string | undefined; connection: string | undefined }
  /** Further headers, where the call is marked as a test. */
  marks?: Readonly<Record<string, string>>
  /** With marks in the places of secrets. */
  parameters: Record<string, Json>
  secrets: SecretMarks
  signal: AbortSignal
  /** After how many milliseconds the signal ends it, where the step says that; then nothing else ends it earlier. */
  timeoutMs?: number
}

export type RunTool = (call: ToolCall) => Promise<ToolAnswer>

/** By the ids that steps name; `connected` calls those that were connected, whose ids are uuids. */
export type Tools = Readonly<Record<string, RunTool>>

/** Of tools that are connected, and of connections; the tools that need none are named by words. */
const OWN = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

export const isOwnId = (id: string): boolean => OWN.test(id)

export const runnerOf = (tools: Tools, toolId: string): RunTool | undefined =>
  isOwnId(toolId) ? tools.connected : tools[toolId]

export const textOf = (value: Json | undefined): string =>
  value === undefined || value === null ? '' : typeof value === 'string' ? value : JSON.stringify(value)
