import type { Json } from '@throughline/flow/eval'

/** What a condition can read beside variables, as it is for one task. Moments and days are written as text. */
export interface FixedNames {
  item?: Json
  index?: number
  rounds: Record<string, number>
  /** `starter` is null where no person started it. */
  instance: { priority: string; starter: string | null; started: string; due?: string }
  today: string
}

const isTree = (value: Json): value is Json[] => Array.isArray(value) && typeof value[0] === 'string'
const isRecord = (value: Json | undefined): value is Record<string, Json> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The tree of a value; what has none reads as something that is not set. */
function treeOf(value: Json | undefined): Json {
  if (value === undefined || value === null || isRecord(value)) return ['var', '$unset']
  if (Array.isArray(value)) return ['list', ...value.map(treeOf)]
  return ['lit', value]
}

const isStarter = (of: Json | undefined, key: Json | undefined) =>
  of !== undefined && isTree(of) && of[0] === 'name' && of[1] === 'instance' && key === 'starter'

/** Whatever holds for this task alone is put into its conditions, so that page and server need variables only. */
export function withFixedNames(tree: Json, fixed: FixedNames): { tree: Json; vars: Record<string, Json> } {
  const vars: Record<string, Json> = {}
  const moment = (name: string, value: string | undefined, kind: string): Json => {
    if (value !== undefined) vars[name] = value
    return ['var', name, kind]
  }
  const whole = (name: string): Json | undefined => {
    if (name === 'today') return moment('$today', fixed.today, 'date')
    if (name === 'index') return fixed.index === undefined ? treeOf(undefined) : ['int', String(fixed.index)]
    return name === 'item' ? treeOf(fixed.item) : undefined
  }
  const part = (name: string, key: string): Json | undefined => {
    const own = <T>(record: Record<string, T>) => (Object.hasOwn(record, key) ? record[key] : undefined)
    if (name === 'item') return isRecord(fixed.item) ? treeOf(own(fixed.item)) : undefined
    if (name === 'rounds') return ['int', String(own(fixed.rounds) ?? 0)]
    if (name !== 'instance') return undefined
    if (key === 'started') return moment('$started', fixed.instance.started, 'datetime')
    if (key === 'due') return moment('$due', fixed.instance.due, 'datetime')
    if (key === 'starter') return ['lit', fixed.instance.starter]
    return treeOf(key === 'priority' ? fixed.instance.priority : undefined)
  }
  const rewrite = (node: Json): Json => {
    if (!isTree(node)) return node
    const [kind, first, second] = node
    if (kind === 'lit' || kind === 'int') return node
    if (kind === 'name' && typeof first === 'string') return whole(first) ?? node
    if (kind === '.' && first !== undefined && isTree(first) && first[0] === 'name' && typeof second === 'string') {
      const [, name] = first
      const found = typeof name === 'string' ? part(name, second) : undefined
      if (found !== undefined) return found
    }
    if (kind === 'has' && isStarter(first, second)) return ['lit', fixed.instance.starter !== null]
    if (kind === '.?' && isStarter(first, second)) {
      if (fixed.instance.starter !== null) vars.$starter = fixed.instance.starter
      return ['var?', '$starter']
    }
    return node.map(rewrite)
  }
  return { tree: rewrite(tree), vars }
}

/** The variables a condition reads. */
export function readBy(tree: Json): string[] {
  if (!isTree(tree)) return []
  const [kind, name] = tree
  if ((kind === 'var' || kind === 'var?' || kind === 'set') && typeof name === 'string') return [name]
  return tree.flatMap(readBy)
}
