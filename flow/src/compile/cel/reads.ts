import type { Tree } from '../../eval/tree.ts'

/** A variable that an expression reads. `guarded`: only when it is set, or with something to fall back on. */
export type Read = { name: string; guarded: boolean }

type Names = ReadonlySet<string>
const none: Names = new Set()
const both = (a: Names, b: Names): Names => (b.size === 0 ? a : new Set([...a, ...b]))

/** Variables that are set if the tree is true, or if it is false. */
function setIf(tree: Tree, truth: boolean): Names {
  if (tree[0] === 'set') return truth ? new Set([tree[1]]) : none
  if (tree[0] === 'not') return setIf(tree[1], !truth)
  if ((tree[0] === 'and' && truth) || (tree[0] === 'or' && !truth))
    return both(setIf(tree[1], truth), setIf(tree[2], truth))
  return none
}

/** Every reading of a variable in an expression. */
export function readsOf(tree: Tree): Read[] {
  const reads: Read[] = []
  const walk = (node: Tree, known: Names): void => {
    if (node[0] === 'var') reads.push({ name: node[1], guarded: known.has(node[1]) })
    else if (node[0] === 'var?' || node[0] === 'set') reads.push({ name: node[1], guarded: true })
    else if (node[0] === 'and' || node[0] === 'or') {
      // The other side decides when it says that the variable is not set: their order does not matter.
      const holds = node[0] === 'and'
      walk(node[1], both(known, setIf(node[2], holds)))
      walk(node[2], both(known, setIf(node[1], holds)))
    } else if (node[0] === 'if') {
      walk(node[1], known)
      walk(node[2], both(known, setIf(node[1], true)))
      walk(node[3], both(known, setIf(node[1], false)))
    } else for (const part of node) if (Array.isArray(part)) walk(part, known)
  }
  walk(tree, none)
  return reads
}
