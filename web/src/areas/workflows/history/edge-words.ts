import type { AuthoredChange } from '@throughline/contracts/workflows'
import type { Change } from '@throughline/flow/compile'
import type { DrawnStep } from '../model/drawing.ts'
import type { ChangeText } from './change-text.ts'
import { changeTexts as say } from './history.texts.ts'
import type { Known } from './value-words.ts'

/** Where a step leads that it did not, or no longer leads. */
export function edgeText(
  change: Change | AuthoredChange,
  keys: readonly string[],
  drawn: DrawnStep | undefined,
  known: Known,
): ChangeText {
  const target =
    typeof change.after === 'string' ? change.after : typeof change.before === 'string' ? change.before : ''
  const to = known.title(target)
  const leads = change.kind === 'added' ? say.leadsTo(to) : say.noLongerLeadsTo(to)
  const way = wayOf(keys, drawn)
  return { title: known.title(change.step ?? ''), text: way === undefined ? leads : say.wayLeads(way, leads) }
}

const outcomes: Record<string, string> = {
  else: 'else',
  on_failure: 'failed',
  on_reject: 'rejected',
  on_changes: 'changes',
}

function wayOf([key = '', place]: readonly string[], drawn: DrawnStep | undefined): string | undefined {
  const { onFailure, onReject, onChanges, branch } = say.label
  if (key === 'on_failure') return onFailure
  if (key === 'on_reject') return onReject
  if (key === 'on_changes') return onChanges
  const outcome = key === 'branches' ? `b${place}` : outcomes[key]
  const label = drawn?.outs.find((out) => out.outcome === outcome)?.label
  return outcome === undefined ? undefined : (label ?? (place === undefined ? undefined : branch(Number(place) + 1)))
}
