/** Explains a failed step from its attempts, as a small language model would. */

interface Attempt {
  problem?: string | null
}
interface FailedStep {
  id?: string
  name?: string
  type?: string
  timeout?: string
}

const doubled = (timeout: string) => {
  const [, count = '30', unit = 's'] = /^(\d+)(\w+)$/.exec(timeout) ?? []
  return `${Number(count) * 2}${unit}`
}

export function explanationFor(payload: Record<string, unknown>): unknown {
  const step: FailedStep = Object(payload.step)
  const attempts: Attempt[] = Array.isArray(payload.attempts) ? payload.attempts : []
  const problem = String(attempts.at(-1)?.problem ?? payload.problem ?? 'It stopped without saying why.')
  const isSlow = /in time|timeout|timed out|no response/i.test(problem)
  const set = { timeout: doubled(step.timeout ?? '30s') }
  return {
    title: `“${step.name ?? 'This step'}” stopped`,
    happened: `It was tried ${attempts.length === 1 ? 'once' : `${attempts.length} times`}. The last attempt ended with: ${problem}`,
    why: isSlow ? 'The other side took longer than the step waits.' : 'The other side refused what was sent.',
    to_do: isSlow ? 'Retry, and let the step wait longer.' : 'Fix what the message names, then retry.',
    change: isSlow && step.type === 'tool' ? { edits: [{ op: 'change_step', step: step.id, set }] } : null,
  }
}
