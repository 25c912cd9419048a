import { closeOthers } from './close.ts'
import type { Draft } from './draft.ts'

export function finish(draft: Draft, status: 'completed' | 'cancelled', outcome: string): void {
  closeOthers(draft, () => true, 'ended')
  draft.state.wait = {}
  draft.state.status = status
  draft.state.outcome = outcome
  draft.commands.push({ c: 'finish', status, outcome })
}

/** An instance with nothing open and nothing waiting has come to its end. */
export function finishIfIdle(draft: Draft): void {
  const { status, open, wait, outcome } = draft.state
  const idle = Object.keys(open).length === 0 && Object.keys(wait).length === 0
  if (status === 'running' && idle) finish(draft, 'completed', outcome ?? 'completed')
}
