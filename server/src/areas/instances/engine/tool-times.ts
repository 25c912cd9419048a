import type { Step } from '@throughline/flow/document'
import { parseDuration } from '@throughline/flow/eval'

export type ToolStep = Extract<Step, { type: 'tool' }>

const SECONDS = { s: 1, m: 60, h: 3_600, d: 86_400, w: 604_800, bd: 86_400 }
const DEFAULT_RETRY = { attempts: 3, first: '10s', factor: 2, max: '1h' }
const DEFAULT_TIMEOUT_MS = 60_000
const MAX_TIMEOUT = 10 * 60_000

function millisecondsOf(text: string): number {
  const duration = parseDuration(text)
  if (!duration) throw new Error(`${text} is no duration`)
  return duration.n * SECONDS[duration.unit] * 1_000
}

export const timeoutOf = ({ timeout }: ToolStep) =>
  Math.min(timeout ? millisecondsOf(timeout) : DEFAULT_TIMEOUT_MS, MAX_TIMEOUT)

/** Milliseconds until the next try, or undefined where there is none. */
export function pauseAfter(tried: number, { retry }: ToolStep): number | undefined {
  const { attempts, first, factor, max } = { ...DEFAULT_RETRY, ...retry }
  return tried < attempts ? Math.min(millisecondsOf(first) * factor ** (tried - 1), millisecondsOf(max)) : undefined
}
