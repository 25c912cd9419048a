import { Budget, perKey } from './budget.ts'
import { dayIn } from './calendar.ts'
import { functions } from './functions.ts'
import { operate, wholeNumber } from './operators.ts'
import { type Scope, valueOf } from './scope.ts'
import type { MacroName, Tree } from './tree.ts'
import { Fail, isRecord, kindOf, Maybe, Time, type Value } from './values.ts'

/** One evaluation: the scope, the names that comprehensions bind, and how much may still be computed. */
class Run {
  readonly scope: Scope
  readonly bound = new Map<string, Value>()
  readonly budget: Budget
  #rounds: { [key: string]: Value } | undefined

  constructor(scope: Scope, budget: Budget) {
    this.scope = scope
    this.budget = budget
  }

  of(tree: Tree): Value {
    this.budget.node()
    switch (tree[0]) {
      case 'int':
        return BigInt(tree[1])
      case 'lit':
        return tree[1]
      case 'list':
        this.budget.chargeEntries(tree.length - 1)
        return this.#all(tree.slice(1))
      case 'var':
        return valueOf(this.scope, tree[1], tree[2]) ?? unset(tree[1])
      case 'var?':
        return new Maybe(valueOf(this.scope, tree[1], tree[2]))
      case 'set':
        return valueOf(this.scope, tree[1]) !== undefined
      case 'name':
        return this.#named(tree[1])
      case '.':
        return field(this.of(tree[1]), tree[2]) ?? (this.#isNoStarter(tree) ? null : unset(tree[2]))
      case '.?':
        return this.#maybeField(this.of(tree[1]), tree[2])
      case 'has':
        return field(this.of(tree[1]), tree[2]) !== undefined
      case 'at':
        return entry(this.of(tree[1]), this.of(tree[2]))
      case 'if':
        return truth(this.of(tree[1])) ? this.of(tree[2]) : this.of(tree[3])
      case 'and':
        return this.#both(tree[1], tree[2], false)
      case 'or':
        return this.#both(tree[1], tree[2], true)
      case 'not':
        return !truth(this.of(tree[1]))
      case 'neg':
        return negative(this.of(tree[1]))
      case 'op':
        return operate(tree[1], this.of(tree[2]), this.of(tree[3]), this.budget)
      case 'call':
        return this.#call(tree[1], this.#all(tree.slice(2)))
      case 'secret':
        throw new Fail('a secret can be used only in the address, headers, and body of an HTTP request')
      case 'each':
        break
    }
    return this.#each(tree[1], this.of(tree[2]), tree[3], tree[4], tree[5])
  }

  #all(trees: unknown[]): Value[] {
    return trees.map((tree) => this.of(asTree(tree)))
  }

  #named(name: string): Value {
    const { now, calendar, rounds, instance, item, index } = this.scope
    const bound = this.bound.get(name)
    if (bound !== undefined) return bound
    if (name === 'now') return new Time(now, false)
    if (name === 'today') return new Time(dayIn(calendar, now), true)
    if (name === 'rounds') return this.#allRounds(rounds ?? {})
    if (name === 'item' && item !== undefined) return item
    if (name === 'index' && index !== undefined) return BigInt(index)
    if (name !== 'instance') throw new Fail(`${name} is not known here`)
    const { started, due, ...rest } = instance ?? {}
    const moment = (ms: number | undefined) => (ms === undefined ? {} : new Time(ms, false))
    return {
      ...rest,
      ...(started !== undefined && { started: moment(started) }),
      ...(due !== undefined && { due: moment(due) }),
    }
  }

  /** `instance.starter` of what no person started: expressions that compare it go on, with nobody. */
  #isNoStarter([, [kind, name], key]: Extract<Tree, ['.', Tree, string]>): boolean {
    return kind === 'name' && name === 'instance' && key === 'starter' && this.scope.instance?.starter === null
  }

  /** Made once: an expression may ask for it in every round of a comprehension. */
  #allRounds(rounds: Record<string, number>): Value {
    if (this.#rounds) return this.#rounds
    const entries = Object.entries(rounds)
    this.budget.charge(entries.length * perKey)
    this.#rounds = Object.fromEntries(entries.map(([step, round]) => [step, BigInt(round)]))
    return this.#rounds
  }

  #maybeField(value: Value, name: string): Maybe {
    if (value instanceof Maybe) return new Maybe(value.value === undefined ? undefined : field(value.value, name))
    return new Maybe(field(value, name))
  }

  /** `&&` and `||` as CEL has them: a side that decides makes an error on the other side harmless. */
  #both(left: Tree, right: Tree, decides: boolean): boolean {
    const first = this.#attempt(left)
    if (first === decides) return decides
    const second = truth(this.of(right))
    if (second === decides) return decides
    if (first instanceof Fail) throw first
    return !decides
  }

  #attempt(tree: Tree): boolean | Fail {
    try {
      return truth(this.of(tree))
    } catch (problem) {
      if (problem instanceof Fail && problem.code === 'expr_error') return problem
      throw problem
    }
  }

  #call(name: string, args: Value[]): Value {
    const [first, second] = args
    if (name === 'orValue') return first instanceof Maybe ? (first.value ?? second ?? null) : (first ?? null)
    const callable = Object.hasOwn(functions, name) ? functions[name] : undefined
    if (!callable) throw new Fail(`there is no ${name}`)
    return callable(args, { calendar: this.scope.calendar, budget: this.budget })
  }

  #each(macro: MacroName, over: Value, name: string, test: Tree, result: Tree | undefined): Value {
    const items = Array.isArray(over) ? over : isRecord(over) ? Object.keys(over) : undefined
    if (!items) throw new Fail(`${kindOf(over)} is no list`)
    this.budget.chargeEntries(items.length)
    const outer = this.bound.get(name)
    const within = <T>(item: Value, act: () => T): T => {
      this.bound.set(name, item)
      return act()
    }
    try {
      if (macro === 'exists' || macro === 'all') {
        const decides = macro === 'exists'
        let failed: Fail | undefined
        for (const item of items) {
          const found = within(item, () => this.#attempt(test))
          if (found === decides) return decides
          if (found instanceof Fail) failed ??= found
        }
        if (failed) throw failed
        return !decides
      }
      const passes = (item: Value) => within(item, () => truth(this.of(test)))
      if (macro === 'exists_one') return items.filter(passes).length === 1
      if (macro === 'filter') return items.filter(passes)
      if (!result) return items.map((item) => within(item, () => this.of(test)))
      return items.flatMap((item) => (passes(item) ? [within(item, () => this.of(result))] : []))
    } finally {
      if (outer === undefined) this.bound.delete(name)
      else this.bound.set(name, outer)
    }
  }
}

function asTree(tree: unknown): Tree {
  // A slice of a tuple forgets what its members are; a tree is the only array that a tree holds.
  if (isTree(tree)) return tree
  throw new Fail('the expression is damaged')
}
export const isTree = (tree: unknown): tree is Tree => Array.isArray(tree) && typeof tree[0] === 'string'

function unset(name: string): never {
  throw new Fail(`${name} is not set`)
}

function truth(value: Value): boolean {
  if (typeof value === 'boolean') return value
  throw new Fail(`expected true or false, got ${kindOf(value)}`)
}

function negative(value: Value): Value {
  if (typeof value === 'bigint') return wholeNumber(-value)
  if (typeof value === 'number') return -value
  throw new Fail(`${kindOf(value)} has no negative`)
}

/** A null counts as not set. */
function field(value: Value, name: string): Value | undefined {
  if (!isRecord(value)) throw new Fail(`${kindOf(value)} has no ${name}`)
  return Object.hasOwn(value, name) ? (value[name] ?? undefined) : undefined
}

function entry(value: Value, key: Value): Value {
  if (Array.isArray(value)) {
    const found = typeof key === 'bigint' || typeof key === 'number' ? value[Number(key)] : undefined
    if (found === undefined) throw new Fail('the list has no such entry')
    return found
  }
  if (typeof key !== 'string') throw new Fail(`expected a text as key, got ${kindOf(key)}`)
  return field(value, key) ?? unset(key)
}

/** The value of a checked expression. Throws `Fail` if it has none. */
export function run(tree: Tree, scope: Scope, budget = new Budget()): Value {
  return new Run(scope, budget).of(tree)
}
