import type { AuthoredChange } from '@throughline/contracts/workflows'
import { type Change, type Patch, repair } from '@throughline/flow/compile'
import type { FlowDoc } from '@throughline/flow/document'
import type { ChangeText } from './change-text.ts'
import { fieldsText } from './fields-text.ts'
import { changeTexts as texts } from './history.texts.ts'
import { dueText, type TextContext, valueText } from './value-text.ts'

const { label } = texts

/** A change of the document itself. */
export function documentText(
  change: Change | AuthoredChange,
  [key = '', ...rest]: readonly string[],
  doc: FlowDoc,
  olderDoc: FlowDoc | undefined,
  context: TextContext,
): ChangeText {
  const title = texts.workflow
  const both = () =>
    olderDoc
      ? { older: olderDoc, newer: doc }
      : { older: withValue(withoutSteps(doc), change, 'before'), newer: withValue(withoutSteps(doc), change, 'after') }
  const { before, after } = change
  const sides = (of: string, textOf: (value: unknown) => string): ChangeText => ({
    title,
    ...(of !== '' && { label: of }),
    ...(before !== undefined && { before: textOf(before) }),
    ...(after !== undefined && { after: textOf(after) }),
  })
  const step = (value: unknown) => (typeof value === 'string' && value !== '' ? context.title(value) : texts.empty)
  switch (key) {
    case 'name':
    case 'prefix':
    case 'description':
      return sides(label[key], valueText)
    case 'type':
      return sides(label.type, (value) => (value === 'parallel' ? texts.types.parallel : texts.types.sequential))
    case 'start_step':
      return sides(label.starts, step)
    case 'metadata':
      return sides(
        rest[0] === 'category' ? label.category : rest[0] === 'tags' ? label.tags : (rest[0] ?? ''),
        valueText,
      )
    case 'due': {
      const { older, newer } = both()
      return { title, before: dueText(older.due), after: dueText(newer.due) }
    }
    case 'start_fields': {
      const { older, newer } = both()
      return { title: label.startForm, text: fieldsText(older.start_fields ?? [], newer.start_fields ?? []) }
    }
    case 'variables':
      return variableText(change, rest)
    default:
      return sides(key, valueText)
  }
}

const withoutSteps = (doc: FlowDoc): FlowDoc => ({ ...doc, steps: {} })

const typeIn = (value: unknown): string | undefined =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'
    ? value.type
    : undefined

/** `/variables` as a whole, one of them, or one thing about one. */
function variableText({ before, after }: Change | AuthoredChange, [name, what]: string[]): ChangeText {
  if (name === undefined) {
    const names = Object.keys(Object(after ?? before))
    return { title: texts.workflow, text: names.map((one) => texts.label.variable(one)).join(', ') }
  }
  const title = texts.label.variable(name)
  if (what !== undefined)
    return {
      title,
      ...(what !== 'type' && { label: what }),
      ...(before !== undefined && { before: valueText(before) }),
      ...(after !== undefined && { after: valueText(after) }),
    }
  const type = typeIn(after ?? before)
  return { title, ...(type && { text: type }) }
}

/** The document as it was before the change, or is after it. */
export function withValue(doc: FlowDoc, change: Change | AuthoredChange, side: 'before' | 'after'): FlowDoc {
  const { path } = change
  const value = change[side]
  const patch: Patch = value === undefined ? { op: 'remove', path } : { op: 'replace', path, value }
  return repair(doc, { patch: [patch] })
}
