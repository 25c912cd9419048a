import { TypeError as CheckError, type Environment, ParseError } from '@marcbachmann/cel-js'
import type { VarType } from '../../document.ts'
import type { Tree } from '../../eval/tree.ts'
import { environmentFor, withoutVariables } from './environment.ts'
import { makesTooMuch } from './growth.ts'
import { Refusal, Translation } from './translate.ts'

/** A variable that an expression reads. `guarded`: only when it is set, or with something to fall back on. */
type Read = { name: string; guarded: boolean }

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
function readsOf(tree: Tree): Read[] {
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

/** What an expression is asked for. */
export type Wanted = 'truth' | 'time' | 'people' | 'list' | 'anything'

export type ExprProblem = {
  code: 'expr_syntax' | 'expr_type' | 'expr_forbidden' | 'var_unknown'
  text: string
  /** Texts that could stand there instead. */
  instead: string[]
  /** The variable that nothing sets. */
  unknown?: string
}
/** `tooMuch`: it is sure to be refused for the size of what it makes. */
export type Checked = { tree: Tree; reads: Read[]; constant?: boolean; tooMuch?: true } | { problem: ExprProblem }

const longest = 2000

/** The name in `secret('name')`, where an expression is nothing but that. */
const secretIn = (text: string): string | undefined =>
  /^secret\(\s*(?:'([\w-]{1,40})'|"([\w-]{1,40})")\s*\)$/.exec(text.trim())?.slice(1).find(Boolean)
const mostKept = 2000

const fits: Record<Wanted, (type: string) => boolean> = {
  truth: (type) => type === 'bool',
  time: (type) => type === 'google.protobuf.Timestamp',
  people: (type) => type === 'string' || type.startsWith('list'),
  list: (type) => type.startsWith('list'),
  anything: (type) => !type.startsWith('optional'),
}
const asked: Record<Wanted, string> = {
  truth: 'This must be true or false, such as vars.amount > 100.',
  time: 'This must be a date or a time, such as addDays(today, 3).',
  people: 'This must be a person or a list of people.',
  list: 'This must be a list.',
  anything: 'Provide a fallback for when it isn’t set: vars.?x.orValue("").',
}

/** Checks expressions against the variables of one document. What has been checked before is not checked again. */
class Expressions {
  readonly types: ReadonlyMap<string, VarType>
  readonly #checked = new Map<string, Checked>()
  #environment: Environment | undefined
  #suggested = 0

  constructor(types: ReadonlyMap<string, VarType>) {
    this.types = types
  }

  /** For a document that is checked now. */
  begin(): this {
    this.#suggested = 0
    return this
  }

  #near(subject: string): string | undefined {
    return this.#suggested++ < mostSuggested ? nearest(subject, [...this.types.keys()]) : undefined
  }

  check(text: string, wanted: Wanted, forEach = false): Checked {
    const key = `${wanted}${forEach ? '*' : ' '}${text}`
    const before = this.#checked.get(key)
    if (before) return before
    const checked = this.#check(text, wanted, forEach)
    if (this.#checked.size >= mostKept) this.#checked.clear()
    this.#checked.set(key, checked)
    return checked
  }

  #check(text: string, wanted: Wanted, forEach: boolean): Checked {
    if (text.trim() === '') return problem('expr_syntax', 'Enter an expression.')
    if (text.length > longest) return problem('expr_forbidden', `An expression has at most ${longest} characters.`)
    const secret = wanted === 'anything' ? secretIn(text) : undefined
    if (secret !== undefined) return { tree: ['secret', secret], reads: [] }
    try {
      const parsed = withoutVariables().parse(text)
      const tree = new Translation({ types: this.types, forEach }).of(parsed.ast)
      const reads = readsOf(tree)
      const { valid, type = 'dyn', error } = reads.length === 0 ? parsed.check() : this.#withVariables(text).check()
      if (!valid) return problem('expr_type', plain(error))
      if (type !== 'dyn' && !fits[wanted](type)) return problem('expr_type', asked[wanted])
      return {
        tree,
        reads,
        ...(tree[0] === 'lit' && typeof tree[1] === 'boolean' && { constant: tree[1] }),
        ...(makesTooMuch(tree, this.types) && { tooMuch: true }),
      }
    } catch (refused) {
      return this.#refused(text, refused)
    }
  }

  /** Knowing the variables costs more than all the rest: only what reads some needs it. */
  #withVariables(text: string) {
    this.#environment ??= environmentFor(this.types)
    return this.#environment.parse(text)
  }

  #refused(text: string, refused: unknown): Checked {
    if (refused instanceof ParseError) return problem('expr_syntax', plain(refused), closed(text))
    if (refused instanceof CheckError) return problem('expr_type', plain(refused))
    if (!(refused instanceof Refusal)) throw refused
    const { code, message, at, subject } = refused
    const put = (part: string) => text.slice(0, at.start) + part + text.slice(at.end)
    const near = this.#near(subject)
    if (code === 'var_unknown')
      return {
        problem: {
          code,
          text: message,
          unknown: subject,
          instead: near ? [text.replaceAll(new RegExp(`\\bvars\\.(\\??)${subject}\\b`, 'g'), `vars.$1${near}`)] : [],
        },
      }
    if (code !== 'name_unknown') return problem(code, message)
    return problem('expr_type', message, [...(near ? [put(`vars.${near}`)] : []), put(JSON.stringify(subject))])
  }
}

const kept = new Map<string, Expressions>()
const mostDocuments = 8

/** A document is checked again at every pause in typing: the same variables find the expressions checked before. */
export function expressionsFor(types: ReadonlyMap<string, VarType>): Expressions {
  const key = JSON.stringify([...types].sort(([a], [b]) => (a < b ? -1 : 1)))
  const before = kept.get(key)
  if (before) return before.begin()
  if (kept.size >= mostDocuments) kept.clear()
  const expressions = new Expressions(types)
  kept.set(key, expressions)
  return expressions
}

function problem(code: ExprProblem['code'], text: string, instead: string[] = []): Checked {
  return { problem: { code, text, instead } }
}

/** The library's sentence without the drawing of the place, in words for people. */
function plain(error: { message: string } | undefined): string {
  const [first = ''] = (error?.message ?? '').split('\n')
  if (first === 'Unterminated string') return 'This quote is never closed.'
  const words = first
    .replaceAll('google.protobuf.Timestamp', 'time')
    .replaceAll('google.protobuf.Duration', 'duration')
    .replaceAll('double', 'number')
    .replace(/^no such overload: /, 'these do not go together: ')
    .replace(/^found no matching overload for /, 'this does not take these values: ')
  return `This can’t be read: ${words.charAt(0).toLowerCase()}${words.slice(1)}.`
}

/** A quote or bracket that was opened and not closed. */
function closed(text: string): string[] {
  const candidates = [`${text}"`, `${text}'`, `${text})`]
  return candidates.filter((one) => balanced(one) && !balanced(text)).slice(0, 1)
}

function balanced(text: string): boolean {
  const bare = text.replace(/"[^"]*"|'[^']*'/g, '')
  return !/["']/.test(bare) && bare.split('(').length === bare.split(')').length
}

/** Names are looked for that somebody mistyped: no more than so many letters are wrong. */
const mostWrong = 3
/** Comparing names costs more than all other checks: of so many in a document is said which was meant. */
export const mostSuggested = 50

/** The known name that is most like the one given, if any is near. */
export function nearest(name: string, known: string[]): string | undefined {
  const far = Math.min(mostWrong, Math.max(1, Math.floor(name.length / 3)))
  let best: string | undefined
  let least = far + 1
  for (const one of known) {
    const distance = distanceWithin(name.toLowerCase(), one.toLowerCase(), least - 1)
    if (distance >= least) continue
    best = one
    least = distance
  }
  return best
}

/** How many letters differ; beyond `far` only that it is more. Only the cells are filled that may lead to less. */
function distanceWithin(a: string, b: string, far: number): number {
  if (Math.abs(a.length - b.length) > far) return far + 1
  let row = new Uint32Array(b.length + 2 * far + 2)
  let next = new Uint32Array(row.length)
  for (let j = 0; j < row.length; j++) row[j] = j
  for (let i = 1; i <= a.length; i++) {
    const from = Math.max(1, i - far)
    const to = Math.min(b.length, i + far)
    next[from - 1] = from === 1 ? i : far + 1
    let smallest = next[from - 1] ?? 0
    for (let j = from; j <= to; j++) {
      const changed = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      const value = Math.min(changed, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1)
      next[j] = value
      if (value < smallest) smallest = value
    }
    next[to + 1] = far + 1
    if (smallest > far) return far + 1
    ;[row, next] = [next, row]
  }
  return row[b.length] ?? far + 1
}

export type { Expressions }
