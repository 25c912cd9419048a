import type { Explanation } from '@throughline/contracts/copilot'
import type { Step } from '@throughline/contracts/workflow-document'
import type { Edit } from '@throughline/contracts/workflow-edits'

/** An explanation before its change is tried on the draft. */
export interface RawExplanation {
  title: string
  happened: string
  why: string
  to_do: string
  edits: Edit[] | undefined
}

type Attempts = Explanation['saw']['attempts']

interface Cause {
  pattern: RegExp
  title: string
  why: string
  to_do: string
  edits?: (step: Step) => Edit[] | undefined
}

/** As long as a call may take. */
const LONGEST_SECONDS = 600
const USUAL_SECONDS = 60

function waitLonger(step: Step): Edit[] | undefined {
  if (step.type !== 'tool') return undefined
  const [, count = String(USUAL_SECONDS), unit = 's'] = /^(\d+)(s|m)$/.exec(step.timeout ?? '') ?? []
  const seconds = Number(count) * (unit === 'm' ? 60 : 1)
  const longer = Math.min(LONGEST_SECONDS, seconds * 3)
  return longer > seconds ? [{ op: 'change_step', step: step.id, set: { timeout: `${longer}s` } }] : undefined
}

const CAUSES: Cause[] = [
  {
    pattern: /in time|timed? ?out|no response/i,
    title: 'There was no response in time',
    why: 'The other side took longer than the step waits.',
    to_do: 'Retry. If it keeps happening, let the step wait longer.',
    edits: waitLonger,
  },
  {
    pattern: /\b40[13]\b|unauthori[sz]ed|forbidden|key was rejected|sign-?in|isn’t connected|connection was ended/i,
    title: 'The sign-in was rejected',
    why: 'The other side didn’t accept the key or sign-in that the step uses.',
    to_do: 'Reconnect the tool or replace the secret, then retry.',
  },
  {
    pattern: /\b429\b|too many|busy|budget/i,
    title: 'The other side’s limit was reached',
    why: 'More calls were made than the other side accepts at a time.',
    to_do: 'Wait a while, then retry.',
  },
  {
    pattern: /\b404\b|not found|doesn’t exist/i,
    title: 'The address wasn’t found',
    why: 'Nothing answers at the address that the step calls.',
    to_do: 'Check the address in the step, then retry.',
  },
  {
    pattern: /\b4\d\d\b|doesn’t fit|invalid|refused|public address/i,
    title: 'The call was rejected',
    why: 'The other side, or a check before it, didn’t accept what the step sent.',
    to_do: 'Check the step’s inputs against what the message says, then retry.',
  },
  {
    pattern: /\b5\d\d\b|couldn’t be made|unreachable|connection/i,
    title: 'The other side couldn’t be reached',
    why: 'The other side is down or can’t be reached.',
    to_do: 'Retry when it’s back.',
  },
]

const OTHER = {
  title: 'The step stopped',
  why: 'The built-in rules don’t recognize this message.',
  to_do: 'Read the message, fix what it names, then retry.',
}

/** From what the last attempt said, by rules alone. */
export function explainByRules(step: Step, attempts: Attempts): RawExplanation {
  const problem = attempts.at(-1)?.problem ?? ''
  const cause = CAUSES.find(({ pattern }) => pattern.test(problem))
  const { title, why, to_do } = cause ?? OTHER
  const times = attempts.length === 1 ? 'once' : `${attempts.length} times`
  const happened =
    attempts.length === 0
      ? `“${step.name}” stopped before it called anything.`
      : `“${step.name}” was tried ${times}. The last attempt said: ${problem}`
  return { title, happened, why, to_do, edits: cause?.edits?.(step) }
}
