import type { VarType } from '@throughline/flow/document'
import type { Tree } from '@throughline/flow/eval'
import { numberText } from '../format/count.ts'
import { dateText } from '../format/time.ts'
import { readingTexts } from './expressions.texts.ts'

/** How variables and their values are called. */
export type Labels = {
  variable: (name: string) => string
  value: (name: string, text: string) => string
  type: (name: string) => VarType | undefined
}
/** A piece of a sentence; names and values stand out. */
export type ReadingPart = { text: string; strong?: true }

const plain = (text: string): ReadingPart => ({ text })
const strong = (text: string): ReadingPart => ({ text, strong: true })

export const comparisons = { '==': 'eq', '!=': 'ne', '>': 'gt', '>=': 'ge', '<': 'lt', '<=': 'le' } as const
export const methods = { contains: 'contains', startsWith: 'starts', endsWith: 'ends' } as const
/** Functions that change how a value is written, not what it is about. */
const silent = ['double', 'int', 'string', 'round', 'trim', 'lowerAscii', 'upperAscii', 'timestamp']

export const has = <K extends string>(of: Record<K, unknown>, key: string): key is K => Object.hasOwn(of, key)

class Unreadable extends Error {}

/** An expression in plain words; undefined if it says more than words can put plainly. */
export function reading(tree: Tree, labels: Labels): ReadingPart[] | undefined {
  try {
    return new Reading(labels).of(tree)
  } catch (error) {
    if (error instanceof Unreadable) return undefined
    throw error
  }
}

export const asText = (parts: readonly ReadingPart[]): string => parts.map(({ text }) => text).join(' ')

class Reading {
  readonly #labels: Labels
  constructor(labels: Labels) {
    this.#labels = labels
  }

  of(tree: Tree): ReadingPart[] {
    switch (tree[0]) {
      case 'var':
      case 'var?':
        return [strong(this.#labels.variable(tree[1]))]
      case 'int':
        return [strong(numberText(Number(tree[1])))]
      case 'lit':
        return [strong(literal(tree[1]))]
      case 'neg':
        return [plain('−'), ...this.of(tree[1])]
      case 'list':
        return tree.slice(1).flatMap((one, n) => [...(n > 0 ? [plain(',')] : []), ...this.of(partOf(one))])
      case 'set':
        return [strong(this.#labels.variable(tree[1])), plain(readingTexts.operators.set)]
      case 'not':
        return this.#not(tree[1])
      case 'and':
      case 'or':
        return [...this.#side(tree[1], tree[0]), plain(readingTexts[tree[0]]), ...this.#side(tree[2], tree[0])]
      case 'op':
        return this.#operation(tree[1], tree[2], tree[3])
      case 'name':
        return [this.#name(tree[1])]
      case '.':
        return [this.#part(tree[1], tree[2])]
      case 'call':
        return this.#call(tree[1], tree.slice(2).map(partOf))
      case 'if':
      case 'at':
      case 'has':
      case 'each':
      case 'secret':
      case '.?':
        break
    }
    throw new Unreadable()
  }

  /** What joins in another way stands in brackets; a truth by itself is said as one. */
  #side(tree: Tree, join: 'and' | 'or'): ReadingPart[] {
    const said = this.#truth(tree)
    return (tree[0] === 'and' || tree[0] === 'or') && tree[0] !== join ? [plain('('), ...said, plain(')')] : said
  }

  #truth(tree: Tree): ReadingPart[] {
    return tree[0] === 'var' ? [...this.of(tree), plain(readingTexts.operators.yes)] : this.of(tree)
  }

  #not(tree: Tree): ReadingPart[] {
    if (tree[0] === 'set') return [strong(this.#labels.variable(tree[1])), plain(readingTexts.operators.unset)]
    if (tree[0] === 'var') return [...this.of(tree), plain(readingTexts.operators.no)]
    if (tree[0] === 'op' && tree[1] === 'in')
      return [...this.of(tree[2]), plain(readingTexts.notIn), ...this.of(tree[3])]
    return [plain(readingTexts.not), ...this.#truth(tree)]
  }

  #operation(sign: string, left: Tree, right: Tree): ReadingPart[] {
    if (has(readingTexts.sums, sign)) return [...this.of(left), plain(readingTexts.sums[sign]), ...this.of(right)]
    if (sign === 'in') {
      if (right[0] !== 'list') return [...this.of(right), plain(readingTexts.operators.has), ...this.of(left)]
      return [...this.of(left), plain(readingTexts.in), ...this.of(right)]
    }
    if (!has(comparisons, sign)) throw new Unreadable()
    const verbs = this.#isTime(left) || this.#isTime(right) ? readingTexts.times : readingTexts.operators
    return [...this.of(left), plain(verbs[comparisons[sign]]), ...this.#valueOf(left, right)]
  }

  #valueOf(subject: Tree, value: Tree): ReadingPart[] {
    if (subject[0] !== 'var' || value[0] !== 'lit' || typeof value[1] !== 'string' || value[1] === '')
      return this.of(value)
    return [strong(this.#labels.value(subject[1], value[1]))]
  }

  #isTime(tree: Tree): boolean {
    if (tree[0] === 'var') return ['date', 'datetime'].includes(this.#labels.type(tree[1]) ?? '')
    return (tree[0] === 'name' && ['today', 'now'].includes(tree[1])) || (tree[0] === 'call' && tree[1] === 'date')
  }

  #name(name: string): ReadingPart {
    if (name === 'today' || name === 'now' || name === 'item' || name === 'index') return strong(readingTexts[name])
    throw new Unreadable()
  }

  #part(of: Tree, name: string): ReadingPart {
    if (of[0] === 'name' && of[1] === 'instance' && has(readingTexts.instance, name))
      return strong(readingTexts.instance[name])
    if (of[0] === 'name' && of[1] === 'item') return strong(readingTexts.ofItem(name.replaceAll('_', ' ')))
    throw new Unreadable()
  }

  #call(name: string, [first, second]: Tree[]): ReadingPart[] {
    if (!first) throw new Unreadable()
    if (silent.includes(name)) return this.of(first)
    if (name === 'size') return [plain(readingTexts.count), ...this.of(first)]
    if (name === 'date' && first[0] === 'lit') return [strong(dayText(String(first[1])))]
    if (has(readingTexts.of, name)) return [plain(readingTexts.of[name]), ...this.of(first)]
    if (!second) throw new Unreadable()
    if (has(methods, name)) return [...this.of(first), plain(readingTexts.operators[methods[name]]), ...this.of(second)]
    if (name === 'like') return [...this.of(first), plain(readingTexts.like), ...this.of(second)]
    if (name === 'orValue') return [...this.of(first), plain(readingTexts.orElse(asText(this.of(second))))]
    if (has(readingTexts.between, name))
      return [plain(readingTexts.between[name]), ...this.of(first), plain(readingTexts.to), ...this.of(second)]
    if (!has(readingTexts.days, name)) throw new Unreadable()
    const days = wholeNumber(second)
    if (days === undefined) throw new Unreadable()
    if (days === 0) return this.of(first)
    return [
      plain(readingTexts.days[name](Math.abs(days))),
      plain(days < 0 ? readingTexts.before : readingTexts.after),
      ...this.of(first),
    ]
  }
}

const isTree = (part: unknown): part is Tree => Array.isArray(part) && typeof part[0] === 'string'

function partOf(part: unknown): Tree {
  if (isTree(part)) return part
  throw new Unreadable()
}

export function wholeNumber(tree: Tree): number | undefined {
  if (tree[0] === 'int') return Number(tree[1])
  return tree[0] === 'neg' && tree[1][0] === 'int' ? -Number(tree[1][1]) : undefined
}

function literal(value: string | number | boolean | null): string {
  if (typeof value === 'number') return numberText(value)
  if (typeof value === 'boolean') return value ? readingTexts.yes : readingTexts.no
  if (value === null) return readingTexts.nothing
  return value === '' ? readingTexts.empty : value
}

function dayText(day: string): string {
  const at = new Date(`${day}T00:00:00Z`)
  return Number.isNaN(at.getTime()) ? day : dateText(at, 'UTC')
}
