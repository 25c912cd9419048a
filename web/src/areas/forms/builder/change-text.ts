import type { FormElement } from '@throughline/contracts/form-content'
import type { FormChange } from '@throughline/contracts/forms'
import { draftTexts } from '../../../shared/draft/draft.texts.ts'
import type { Conflict } from '../../../shared/draft/merging.ts'
import { texts as builderTexts } from '../builder.texts.ts'
import { texts as elementTexts } from '../elements.texts.ts'
import { nameOf } from '../elements.ts'

const texts = builderTexts.changes

const own = (of: Readonly<Record<string, string>>, key: string): string | undefined =>
  Object.hasOwn(of, key) ? of[key] : undefined

/** An element without words is listed under its type, which people know by another word. */
function elementName({ name, before, after }: FormChange): string {
  const element = after ?? before
  const unnamed = typeof element === 'object' && element !== null && Reflect.get(element, 'type') === name
  return (unnamed && own(elementTexts.kinds, name)) || name
}

/** What it is called: settings have names of their own, elements those that people gave them. */
function changedName(change: FormChange): string {
  if (change.what === 'element') return elementName(change)
  return change.what === 'banner' ? texts.banner : (own(texts.names, change.name) ?? change.name)
}

/** The keys of an element that differ, in words. */
function differing({ before, after }: FormChange): string {
  if (typeof before !== 'object' || typeof after !== 'object' || before === null || after === null) return ''
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  const changed = keys.filter(
    (key) => JSON.stringify(Reflect.get(before, key)) !== JSON.stringify(Reflect.get(after, key)),
  )
  return changed.map((key) => own(texts.fields, key) ?? key).join(', ')
}

export function changeText(change: FormChange): string {
  const name = changedName(change)
  switch (change.kind) {
    case 'added':
      return texts.added(name)
    case 'removed':
      return texts.removed(name)
    case 'moved':
      return texts.moved(name)
    case 'changed':
      break
  }
  return texts.changed(name, change.what === 'element' ? differing(change) : '')
}

/** What a place that two people changed is called. */
export function conflictTitle({ key, element, field }: Conflict<FormElement>): string {
  const part = field && (own(texts.fields, field) ?? own(texts.names, field) ?? field)
  if (element) return field ? draftTexts.clash.partOf(nameOf(element), part ?? field) : nameOf(element)
  return key === 'banner' ? texts.banner : (part ?? own(texts.names, key) ?? key)
}
