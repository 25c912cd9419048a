import type { Completion, CompletionContext, CompletionResult } from '@codemirror/autocomplete'
import { ensureSyntaxTree } from '@codemirror/language'
import type { EditorView } from '@codemirror/view'
import { type Drawing, reaches } from '../model/drawing.ts'
import { type Cursor, cursorAt } from './cursor.ts'
import { jsonTexts } from './json.texts.ts'
import { type Key, keysOf, shapesAt, valuesOf, workflowSchema } from './schema.ts'
import { textsIn } from './source-ranges.ts'

/** `of` is the kind of a step, for its glyph; `note` stands at the right. */
export type Offer = Completion & { of?: string; note?: string }

const ROUTES = new Set(['on_failure', 'on_reject', 'on_changes'])

/** The step whose targets are listed here; null where the start is named; undefined elsewhere. */
function targetsOf(keys: readonly (string | number)[]): string | null | undefined {
  if (keys.length === 1 && keys[0] === 'start_step') return null
  const [steps, id, ...rest] = keys
  if (steps !== 'steps' || typeof id !== 'string') return undefined
  const [key, second, third] = rest
  const listed =
    (rest.length === 2 && (key === 'next' || key === 'else' || key === 'back')) ||
    (rest.length === 3 && ROUTES.has(String(key)) && second === 'next') ||
    (rest.length === 4 && key === 'branches' && third === 'next')
  return listed ? id : undefined
}

function stepOffers(drawing: Drawing, from: string | null): Offer[] {
  const leadsBack = (id: string) => from !== null && reaches(drawing, id, from)
  return drawing.steps
    .filter(({ id }) => id !== from)
    .map(({ id, n, step }) => ({
      label: id,
      detail: step.name,
      note: leadsBack(id) ? jsonTexts.leadsBack(n) : String(n),
      of: step.type,
      apply: putValue(id),
    }))
    .toSorted((a, b) => Number(leadsBack(a.label)) - Number(leadsBack(b.label)))
}

/** Replaces what is being written, with or without its closing quote. */
function put(written: string, caretBack = 0): Exclude<Completion['apply'], string | undefined> {
  return (view: EditorView, _: Completion, from: number, to: number) => {
    const after = view.state.sliceDoc(to, to + 1)
    const end = after === '"' ? to + 1 : to
    view.dispatch({
      changes: { from, to: end, insert: written },
      selection: { anchor: from + written.length - caretBack },
      userEvent: 'input.complete',
    })
  }
}

const putValue = (value: unknown) => put(JSON.stringify(value))

function putKey({ name, stub }: Key): Exclude<Completion['apply'], string | undefined> {
  return (view, completion, from, to) => {
    const follows = view.state.sliceDoc(to, to + 20)
    const hasColon = /^"?\s*:/.test(follows)
    const key = JSON.stringify(name)
    const inside = stub === '[]' || stub === '{}' || stub === '""' ? 1 : 0
    put(hasColon ? key : `${key}: ${stub}`, hasColon ? 0 : inside)(view, completion, from, to)
  }
}

function keyOffers(keys: Key[], taken: ReadonlyMap<string, unknown>): Offer[] {
  return keys
    .filter(({ name }) => !taken.has(name))
    .toSorted((a, b) => Number(b.required) - Number(a.required))
    .map((key) => ({
      label: key.name,
      ...(key.required && { note: jsonTexts.required }),
      apply: putKey(key),
    }))
}

/** Keys by the schema, values that the schema names, and the ids of steps where a step is meant. */
export function workflowCompletion(drawing: () => Drawing) {
  return (context: CompletionContext): CompletionResult | null => {
    const { state, pos, explicit } = context
    const text = state.doc.toString()
    const cursor = cursorAt(text, pos)
    if (cursor.expects === 'nothing' || (!explicit && cursor.from === pos)) return null
    const options = offersAt(cursor, drawing(), (keys) => {
      const tree = ensureSyntaxTree(state, state.doc.length, 100)
      return tree ? textsIn(tree, (from, to) => state.sliceDoc(from, to), keys) : new Map()
    })
    if (options.length === 0) return null
    const typed = text.slice(cursor.from + (cursor.quoted ? 1 : 0), pos)
    return { from: cursor.from, options: matching(options, typed), filter: false }
  }
}

function offersAt(
  { keys, expects, quoted }: Cursor,
  drawing: Drawing,
  beside: (keys: readonly (string | number)[]) => ReadonlyMap<string, string | undefined>,
): Offer[] {
  const root = workflowSchema
  if (expects === 'key') return keyOffers(keysOf(root, shapesAt(root, keys, beside)), beside(keys))
  const source = targetsOf(keys)
  if (source !== undefined) return stepOffers(drawing, source)
  return valuesOf(shapesAt(root, keys, beside))
    .filter((value) => !quoted || typeof value === 'string')
    .map((value) => ({ label: String(value), apply: putValue(value) }))
}

/** What begins with the letters written comes first, then what holds them; the name of a step counts too. */
function matching(offers: Offer[], typed: string): Offer[] {
  const wanted = typed.toLowerCase()
  const rank = ({ label, detail = '' }: Offer) => {
    if (label.toLowerCase().startsWith(wanted)) return 0
    return label.toLowerCase().includes(wanted) || detail.toLowerCase().includes(wanted) ? 1 : 2
  }
  const good = offers.filter((offer) => rank(offer) < 2).toSorted((a, b) => rank(a) - rank(b))
  return good.length > 0 ? good : offers
}
