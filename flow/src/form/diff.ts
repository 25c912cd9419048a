import { DEFAULT_SUBMIT_TEXT, type FormContent, type FormElement } from '@throughline/contracts/form-content'
import type { FormChange } from '@throughline/contracts/forms'
import { written } from '../compile/canonical.ts'
import type { Json } from '../eval/tree.ts'

/** A change without who made it and when; `element` or `name` tells it from the others of its kind. */
export type FormDifference = Omit<FormChange, 'author' | 'at'>

const NOTHING: FormContent = {
  title: '',
  description: '',
  elements: [],
  settings: { submitButtonText: DEFAULT_SUBMIT_TEXT },
  banner: null,
}

const nameOf = ({ label, title, content, type }: FormElement): string => label || title || content?.slice(0, 80) || type

/** As JSON has it: keys without a value are none. */
const plain = (value: object): Json => JSON.parse(JSON.stringify(value))

/** Of the elements in both those that keep their order: the longest run of places that only grows. */
export function unmoved(places: readonly number[]): ReadonlySet<number> {
  const ends: number[] = []
  const before = new Map<number, number | undefined>()
  for (const place of places) {
    const at = ends.findIndex((end) => end > place)
    const length = at === -1 ? ends.length : at
    before.set(place, ends[length - 1])
    ends[length] = place
  }
  const kept = new Set<number>()
  for (let place = ends.at(-1); place !== undefined; place = before.get(place)) kept.add(place)
  return kept
}

function elementChanges(before: readonly FormElement[], after: readonly FormElement[]): FormDifference[] {
  const old = new Map(before.map((element, place) => [element.id, { element, place }]))
  const now = new Set(after.map(({ id }) => id))
  const kept = unmoved(after.flatMap(({ id }) => old.get(id)?.place ?? []))
  const changes = after.flatMap((element): FormDifference[] => {
    const was = old.get(element.id)
    const of = { what: 'element', element: element.id, name: nameOf(element) } as const
    if (!was) return [{ kind: 'added', ...of, after: plain(element) }]
    const changed = written(was.element) !== written(element)
    return [
      ...(changed ? [{ kind: 'changed', ...of, before: plain(was.element), after: plain(element) } as const] : []),
      ...(kept.has(was.place) ? [] : [{ kind: 'moved', ...of } as const]),
    ]
  })
  const gone = before.filter(({ id }) => !now.has(id))
  return [
    ...changes,
    ...gone.map(
      (element): FormDifference => ({
        kind: 'removed',
        what: 'element',
        element: element.id,
        name: nameOf(element),
        before: plain(element),
      }),
    ),
  ]
}

type Named = Record<string, unknown>

function namedChanges(what: 'setting' | 'text' | 'banner', before: Named, after: Named): FormDifference[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((name): FormDifference[] => {
    const was = before[name]
    const is = after[name]
    if (written(was ?? null) === written(is ?? null)) return []
    const kind = was === undefined || was === null ? 'added' : is === undefined || is === null ? 'removed' : 'changed'
    const value = (given: unknown): Json => JSON.parse(JSON.stringify(given ?? null))
    return [{ kind, what, name, before: value(was), after: value(is) }]
  })
}

/** What differs, in the order in which the form is read; against nothing where there was none before. */
export function diffForms(before: FormContent | undefined, after: FormContent): FormDifference[] {
  const old = before ?? NOTHING
  const { title, description } = after
  return [
    ...namedChanges('text', { title: old.title, description: old.description }, { title, description }),
    ...namedChanges('banner', { banner: old.banner }, { banner: after.banner }),
    ...elementChanges(old.elements, after.elements),
    ...namedChanges('setting', old.settings, after.settings),
  ]
}
