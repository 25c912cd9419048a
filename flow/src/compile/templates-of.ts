import type { FlowDoc, Step } from '../document.ts'
import type { Json, Template, Tree } from '../eval/tree.ts'
import { expressionsFor } from './cel/expression.ts'
import { templateParts, templatesIn } from './uses.ts'
import { declaredBy } from './variables.ts'

/** A text with `{{ }}`, with each of its expressions translated. */
export const templateOf = (text: string, treeOf: (expression: string) => Tree): Template =>
  templateParts(text).flatMap((part, n): Template => {
    if (n % 2 === 1) return [treeOf(part.trim())]
    return part === '' ? [] : [part]
  })

/** What a value holds between `{{ }}`, keyed by its place in the value, and the variables that it reads. */
export type ReadTemplates = { templates: Record<string, Template>; reads: string[] }

/**
 * For a draft that may be full of errors: one value of a step's input by itself. Undefined while something in it can't be
 * read.
 */
export function readTemplates(doc: FlowDoc, step: Step, value: Json): ReadTemplates | undefined {
  const expressions = expressionsFor(declaredBy(doc).types)
  const reads = new Set<string>()
  let readable = true
  const treeOf = (text: string): Tree => {
    const checked = expressions.check(text, 'anything', step.each !== undefined)
    if ('problem' in checked) {
      readable = false
      return ['lit', null]
    }
    for (const { name } of checked.reads) reads.add(name)
    return checked.tree
  }
  const found = templatesIn(value).map(({ path, text }) => [path, templateOf(text, treeOf)] as const)
  return readable ? { templates: Object.fromEntries(found), reads: [...reads] } : undefined
}
