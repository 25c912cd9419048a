import type { syntaxTree } from '@codemirror/language'

export type Tree = ReturnType<typeof syntaxTree>
type SyntaxNode = Tree['topNode']

export type Range = { from: number; to: number }

/** Reads a piece of the text. */
type Slice = (from: number, to: number) => string

const VALUES = new Set(['Object', 'Array', 'String', 'Number', 'True', 'False', 'Null'])

function keyOf(name: SyntaxNode, slice: Slice): string {
  const written = slice(name.from, name.to)
  try {
    const read: unknown = JSON.parse(written)
    return typeof read === 'string' ? read : written
  } catch {
    return written.replace(/^"|"$/g, '')
  }
}

function* childrenOf(node: SyntaxNode): Generator<SyntaxNode> {
  for (let child = node.firstChild; child; child = child.nextSibling) yield child
}

const valuesOf = (array: SyntaxNode) => [...childrenOf(array)].filter(({ name }) => VALUES.has(name))
const propertiesOf = (object: SyntaxNode) => [...childrenOf(object)].filter(({ name }) => name === 'Property')
const valueOf = (property: SyntaxNode) => valuesOf(property)[0]

const unescaped = (part: string) => part.replaceAll('~1', '/').replaceAll('~0', '~')

/**
 * Where the thing stands that a JSON pointer names. Of something that is missing, the key of what should hold it; of a
 * whole object or list its key too, so that not half the text is marked.
 */
export function rangeOf(tree: Tree, slice: Slice, pointer: string): Range {
  let value = valuesOf(tree.topNode)[0]
  let key: SyntaxNode | undefined
  for (const part of pointer.split('/').slice(1).map(unescaped)) {
    const inside: SyntaxNode | undefined = value
    if (!inside) break
    if (inside.name === 'Array') {
      const item = valuesOf(inside)[Number(part)]
      if (!item) break
      value = item
      key = undefined
      continue
    }
    const property = propertiesOf(inside).find(({ firstChild }) => firstChild && keyOf(firstChild, slice) === part)
    if (!property) break
    key = property.firstChild ?? undefined
    value = valueOf(property)
  }
  if (value && value.name !== 'Object' && value.name !== 'Array') return { from: value.from, to: value.to }
  if (key) return { from: key.from, to: key.to }
  return value ? { from: value.from, to: value.from + 1 } : { from: 0, to: 0 }
}

/** Every key of an object with its value as written, where it is a text: for what its other keys may be. */
export function textsIn(tree: Tree, slice: Slice, keys: readonly (string | number)[]): Map<string, string | undefined> {
  let value = valuesOf(tree.topNode)[0]
  for (const key of keys) {
    const inside: SyntaxNode | undefined = value
    if (inside?.name === 'Array') value = valuesOf(inside)[Number(key)]
    else if (inside) {
      const property = propertiesOf(inside).find(({ firstChild }) => firstChild && keyOf(firstChild, slice) === key)
      value = property && valueOf(property)
    }
  }
  if (value?.name !== 'Object') return new Map()
  return new Map(
    propertiesOf(value).flatMap((property) => {
      const held = valueOf(property)
      const name = property.firstChild
      if (name?.name !== 'PropertyName') return []
      return [[keyOf(name, slice), held?.name === 'String' ? keyOf(held, slice) : undefined]]
    }),
  )
}
