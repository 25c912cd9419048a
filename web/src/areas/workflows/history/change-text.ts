import type { AuthoredChange } from '@throughline/contracts/workflows'
import type { Change } from '@throughline/flow/compile'
import type { ConditionStep, Step } from '@throughline/flow/document'
import type { StepId } from '@throughline/flow/plan'
import type { Drawing, DrawnStep } from '../model/drawing.ts'
import { documentText, withValue } from './document-change.ts'
import { fieldsText } from './fields-text.ts'
import { changeTexts as texts } from './history.texts.ts'
import { stepSettings } from './step-settings.ts'
import { expressionText, type TextContext, valueText } from './value-text.ts'

/** Where a step leads that it did not, or no longer leads. */
function edgeText(
  change: Change | AuthoredChange,
  keys: readonly string[],
  drawn: DrawnStep | undefined,
  context: TextContext,
): ChangeText {
  const target =
    typeof change.after === 'string' ? change.after : typeof change.before === 'string' ? change.before : ''
  const to = context.title(target)
  const leads = change.kind === 'added' ? texts.leadsTo(to) : texts.noLongerLeadsTo(to)
  const way = wayOf(keys, drawn)
  return { title: context.title(change.step ?? ''), text: way === undefined ? leads : texts.wayLeads(way, leads) }
}

const outcomes: Record<string, string> = {
  else: 'else',
  on_failure: 'failed',
  on_reject: 'rejected',
  on_changes: 'changes',
}

function wayOf([key = '', place]: readonly string[], drawn: DrawnStep | undefined): string | undefined {
  const { onFailure, onReject, onChanges, branch } = texts.label
  if (key === 'on_failure') return onFailure
  if (key === 'on_reject') return onReject
  if (key === 'on_changes') return onChanges
  const outcome = key === 'branches' ? `b${place}` : outcomes[key]
  const label = drawn?.outs.find((out) => out.outcome === outcome)?.label
  return outcome === undefined ? undefined : (label ?? (place === undefined ? undefined : branch(Number(place) + 1)))
}

type Branches = ConditionStep['branches']

const branchName = ({ name, when }: Branches[number]) => name || expressionText(when)

/** What became of the branches of a condition. */
function branchesText(before: Branches, after: Branches): string {
  const old = new Set(before.map(branchName))
  const kept = new Set(after.map(branchName))
  const said = [
    ...after.filter((one) => !old.has(branchName(one))).map((one) => texts.addedBranch(branchName(one))),
    ...before.filter((one) => !kept.has(branchName(one))).map((one) => texts.removedBranch(branchName(one))),
  ]
  return said.length > 0 ? said.join(', ') : texts.movedBranches
}

/** A change in words: what it is about, and what was and is said there, or one text for both. */
export type ChangeText = { title: string; label?: string; before?: string; after?: string; text?: string }

type Any = Change | AuthoredChange

const keysOf = (path: string) =>
  path
    .split('/')
    .slice(1)
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'))

const nameIn = (value: unknown): string | undefined => {
  if (typeof value !== 'object' || value === null || !('name' in value)) return undefined
  return typeof value.name === 'string' && value.name !== '' ? value.name : undefined
}

/** `drawing` is of the newer document; `before` knows the steps that it does not have any more. */
export function changeText(change: Any, drawing: Drawing, before?: Drawing): ChangeText {
  const said = wordsOf(change, drawing, before)
  return said.text ? { ...said, text: said.text.charAt(0).toUpperCase() + said.text.slice(1) } : said
}

function wordsOf(change: Any, drawing: Drawing, before: Drawing | undefined): ChangeText {
  const context: TextContext = {
    names: drawing.names,
    title: (id) => drawing.at(id)?.step.name || before?.at(id)?.step.name || id,
  }
  const { step: id } = change
  if (id === undefined) return documentText(change, keysOf(change.path), drawing.doc, before?.doc, context)
  const title = context.title(id)
  if (change.what === 'step') return { title: nameIn(change.after ?? change.before) ?? title }
  if (change.what === 'edge') return edgeText(change, keysOf(change.path).slice(2), drawing.at(id), context)
  const [, , key = '', ...rest] = keysOf(change.path)
  return { title, ...settingText(change, bothOf(change, id, drawing, before), key, rest, context) }
}

type Setting = Omit<ChangeText, 'title'>
type Both = { older: Step | undefined; newer: Step | undefined }

/** The step before and after: as both documents have it, else as this change alone makes it. */
function bothOf(change: Any, id: StepId, drawing: Drawing, before: Drawing | undefined): Both {
  const [was, is] = [before?.at(id)?.step, drawing.at(id)?.step]
  if (was && is) return { older: was, newer: is }
  const step = is ?? was
  if (!step) return { older: undefined, newer: undefined }
  const doc = { ...drawing.doc, start_step: id, steps: { [id]: step }, variables: {}, start_fields: [] }
  return { older: withValue(doc, change, 'before').steps[id], newer: withValue(doc, change, 'after').steps[id] }
}

function settingText(change: Any, { older, newer }: Both, key: string, rest: string[], context: TextContext): Setting {
  if (key === 'fields' && older?.type === 'manual' && newer?.type === 'manual')
    return { text: fieldsText(older.fields, newer.fields) }
  if (key === 'branches' && older?.type === 'condition' && newer?.type === 'condition')
    return branchText(change, older, newer, rest)
  if (key === 'input' || key === 'output') return mappingText(change, key, rest)
  if (key === 'retry' && rest[0] === 'attempts' && onlyTries(older, newer)) return between(texts.tries, change)
  const said = stepSettings[key]
  if (!said || !older || !newer) return sides(change, valueText(change.before), valueText(change.after), key)
  const kind = rest.length === 0 ? change.kind : 'changed'
  return sides({ kind }, said.text(older, context), said.text(newer, context), said.label)
}

function onlyTries(older: Step | undefined, newer: Step | undefined): boolean {
  if (older?.type !== 'tool' || newer?.type !== 'tool') return false
  const without = ({ retry }: typeof older) => JSON.stringify({ ...retry, attempts: 0 })
  return without(older) === without(newer)
}

function sides(
  { kind }: Pick<Any, 'kind'>,
  before: string | undefined,
  after: string | undefined,
  label?: string,
): Setting {
  return {
    ...(label && { label }),
    ...(before !== undefined && !(label && kind === 'added') && { before }),
    ...(after !== undefined && !(label && kind === 'removed') && { after }),
  }
}

function between(textOf: (value: number) => string, { before, after }: Any): Setting {
  return {
    ...(typeof before === 'number' && { before: textOf(before) }),
    ...(typeof after === 'number' && { after: textOf(after) }),
  }
}

function branchText(
  change: Any,
  older: Step & { type: 'condition' },
  newer: Step & { type: 'condition' },
  [place, what]: string[],
): Setting {
  const branch = newer.branches[Number(place)]
  if (place === undefined || !branch) return { text: branchesText(older.branches, newer.branches) }
  const label = branch.name || texts.label.branch(Number(place) + 1)
  const read = (value: unknown) => (typeof value === 'string' ? expressionText(value) : valueText(value))
  return sides(
    change,
    read(change.before),
    read(change.after),
    what === 'name' ? texts.label.branch(Number(place) + 1) : label,
  )
}

function mappingText(change: Any, key: 'input' | 'output', rest: string[]): Setting {
  const name = rest.filter((part) => part !== 'parameters').join(' ')
  const label = key === 'input' ? texts.label.input(name) : texts.label.output(name)
  return sides(change, valueText(change.before), valueText(change.after), label)
}
