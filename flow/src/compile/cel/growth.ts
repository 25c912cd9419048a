import type { VarType } from '../../document.ts'
import { maxUnits, perEntry } from '../../eval/budget.ts'
import { isTree } from '../../eval/evaluate.ts'
import type { Tree } from '../../eval/tree.ts'

/** The least that a value takes: a text's characters, or a list's entries and the least of them. */
type Size = { characters: number } | { entries: number; each: Size | undefined }

/** Found while walking: nothing that comes after it matters. */
class TooMuch extends Error {}

/**
 * Whether an expression is sure to be refused for what it makes, even when every text it reads is a single character.
 * Looks only at parts that are evaluated in any case, so it never warns of something that could succeed.
 */
export function makesTooMuch(tree: Tree, types: ReadonlyMap<string, VarType>): boolean {
  try {
    sizeOf(tree, types, new Map())
    return false
  } catch (found) {
    if (found instanceof TooMuch) return true
    throw found
  }
}

function within(size: Size): Size {
  const units = 'entries' in size ? size.entries * perEntry : size.characters
  if (units > maxUnits) throw new TooMuch()
  return size
}

type Bound = ReadonlyMap<string, Size | undefined>

/** Undefined for what has no size, or one that cannot be known. */
function sizeOf(tree: Tree, types: ReadonlyMap<string, VarType>, bound: Bound): Size | undefined {
  const of = (part: Tree) => sizeOf(part, types, bound)
  switch (tree[0]) {
    case 'lit':
      return typeof tree[1] === 'string' ? { characters: tree[1].length } : undefined
    case 'var':
      return types.get(tree[1]) === 'string' ? { characters: 1 } : undefined
    case 'name':
      return bound.get(tree[1])
    case 'list': {
      const sizes = tree.slice(1).filter(isTree).map(of)
      return { entries: sizes.length, each: sizes.reduce(smaller, sizes[0]) }
    }
    case 'at': {
      const list = of(tree[1])
      return list && 'entries' in list ? list.each : undefined
    }
    case 'op': {
      const [left, right] = [of(tree[2]), of(tree[3])]
      return tree[1] === '+' && left && right ? together(left, right) : undefined
    }
    case 'call': {
      const [first] = tree.slice(2).filter(isTree).map(of)
      return tree[1] === 'upperAscii' || tree[1] === 'lowerAscii' ? first : undefined
    }
    case 'each':
      return sizeOfMap(tree, types, bound)
    case 'and':
    case 'or':
    case 'if':
    case 'not':
    case 'neg':
    case '.':
    case '.?':
    case 'has':
      of(tree[1])
      break
    case 'int':
    case 'secret':
    case 'var?':
    case 'set':
      break
  }
  return undefined
}

function sizeOfMap(tree: Tree & { 0: 'each' }, types: ReadonlyMap<string, VarType>, bound: Bound): Size | undefined {
  const [, macro, over, name, result, second] = tree
  const list = sizeOf(over, types, bound)
  if (macro !== 'map' || second || !list || !('entries' in list) || list.entries === 0) return undefined
  return { entries: list.entries, each: sizeOf(result, types, new Map(bound).set(name, list.each)) }
}

function together(left: Size, right: Size): Size | undefined {
  if ('characters' in left && 'characters' in right) return within({ characters: left.characters + right.characters })
  if (!('entries' in left && 'entries' in right)) return undefined
  return within({ entries: left.entries + right.entries, each: smaller(left.each, right.each) })
}

function smaller(a: Size | undefined, b: Size | undefined): Size | undefined {
  if (!a || !b) return undefined
  if ('characters' in a && 'characters' in b) return a.characters <= b.characters ? a : b
  if (!('entries' in a && 'entries' in b)) return undefined
  return { entries: Math.min(a.entries, b.entries), each: smaller(a.each, b.each) }
}
