import type { Json } from '@throughline/flow/eval'
import type { Connector, Reach, TestStep } from './connector.ts'
import { problemText } from './failure-text.ts'
import { createMask, secretsIn } from './mask-secrets.ts'
import type { ToolAnswer } from './tool-answer.ts'

/** What a test does: in words, and why it failed if so. */
type Attempt = readonly [text: string, attempt: () => Promise<string | undefined>]

/** One after the other, up to the first that fails. */
export async function inSteps(attempts: readonly Attempt[]): Promise<TestStep[]> {
  const done: TestStep[] = []
  for (const [text, attempt] of attempts) {
    const began = performance.now()
    const problem = await attempt()
    const ms = Math.round(performance.now() - began)
    done.push({ text, ok: problem === undefined, ms, ...(problem !== undefined && { problem }) })
    if (problem !== undefined) break
  }
  return done
}

export const problemOf = (answer: ToolAnswer): string | undefined => (answer.ok ? undefined : answer.text)

/** Tests a connection, if its connector can; nothing that is secret comes back. */
export async function runTest(
  connector: Connector,
  reach: Reach,
  configuration: Record<string, Json>,
): Promise<TestStep[] | undefined> {
  if (!connector.test) return undefined
  const mask = createMask(secretsIn(connector.schema, configuration))
  try {
    const steps = await connector.test(reach, configuration)
    return steps.map((step) => ({
      ...step,
      ...(step.problem !== undefined && { problem: problemText(mask.text(step.problem)) }),
    }))
  } catch (error) {
    if (reach.signal.aborted) throw error
    // What went wrong may hold what was to be kept.
    return [{ text: `Call ${connector.name}`, ok: false, ms: 0, problem: 'The call couldn’t be made.' }]
  }
}
