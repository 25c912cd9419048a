import type { FormChange } from '@throughline/contracts/forms'
import { texts as builderTexts } from '../builder.texts.ts'

const texts = builderTexts.changes

const own = (of: Readonly<Record<string, string>>, key: string): string | undefined =>
  Object.hasOwn(of, key) ? of[key] : undefined

/** What it is called: settings have names of their own, elements those that people gave them. */
const changedName = ({ what, name }: Pick<FormChange, 'what' | 'name'>): string =>
  what === 'element' ? name : what === 'banner' ? texts.banner : (own(texts.names, name) ?? name)

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
