import type { Step } from '@throughline/flow/document'
import { parseDuration } from '@throughline/flow/eval'

type ToolStep = Extract<Step, { type: 'tool' }>

const SECONDS = { s: 1, m: 60, h: 3_600, d: 86_400, w: 604_800, bd: 86_400 }
const DEFAULT_RETRY = { attempts: 3, first: '10s', factor: 2, max: '1h' }

export function millisecondsOf(text: string): number {
  const duration = parseDuration(text)
  if (!duration) throw new Error(`${text} is no duration`)
  return duration.n * SECONDS[duration.unit] * 1_000
}

/** How often a step calls before it gives up. */
export const triesOf = ({ retry }: ToolStep): number => ({ ...DEFAULT_RETRY, ...retry }).attempts

/** Milliseconds until the next try, or undefined where there is none. */
export function pauseAfter(tried: number, step: ToolStep): number | undefined {
  const { first, factor, max } = { ...DEFAULT_RETRY, ...step.retry }
  return tried < triesOf(step)
    ? Math.min(millisecondsOf(first) * factor ** (tried - 1), millisecondsOf(max))
    : undefined
}
