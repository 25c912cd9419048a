import * as fc from 'fast-check'
import { expressionsFor } from '../compile/cel/expression.ts'
import type { VarType } from '../document.ts'
import { type Json, plainCalendar, type Scope, type Template, type Tree } from '../eval.ts'

/** A short text that multiplies its variable by eight, as many times over. */
export const bomb = (times: number) => `size([vars.s]${'.map(x,x+x+x+x+x+x+x+x)'.repeat(times)}[0])>1`

export const growthTypes = new Map<string, VarType>([
  ['s', 'string'],
  ['long', 'string'],
  ['texts', 'list'],
  ['table', 'table'],
  ['json', 'json'],
  ['day', 'date'],
])

/** Variables as large as an expression may read them. */
const vars: Record<string, Json> = {
  s: 'x',
  long: 'aA'.repeat(32_768),
  texts: Array.from({ length: 1000 }, (_, n) => `entry ${n}`),
  table: Array.from({ length: 500 }, (_, n) => ({ name: 'é'.repeat(100), sum: n })),
  json: { deep: { list: ['a', 'b'], text: 'b'.repeat(20_000) } },
  day: '1990-01-01',
}
export const growthScope: Scope = {
  vars,
  now: 0,
  calendar: { ...plainCalendar, days: [1], holidays: Array.from({ length: 28 }, (_, n) => `1990-02-${n + 1}`) },
  rounds: Object.fromEntries(Array.from({ length: 500 }, (_, n) => [`step${n}`, n])),
}

export type GrowthCase = { text: string } & ({ tree: Tree } | { template: Template })

export function treeOf(text: string): Tree | undefined {
  const checked = expressionsFor(growthTypes).check(text, 'anything')
  return 'tree' in checked ? checked.tree : undefined
}

const starts = fc.constantFrom(
  'vars.s',
  'vars.long',
  'vars.texts',
  'vars.json.deep.text',
  '"aaaaaaaa"',
  '["a", "b"]',
  'vars.table.map(r, r.name)',
  'vars.texts.map(t, t + t)',
  'vars.texts.map(t, vars.long)',
  'vars.table',
)
/** Each makes something larger out of `v`; what does not fit the value's type is refused and drawn again. */
const growths = fc.constantFrom(
  'v + v',
  'v + v + v + v + v + v + v + v',
  '[v, v, v, v]',
  '[v, v, v, v, v, v, v, v]',
  '[v] + [v] + [v]',
  'v.upperAscii() + v.lowerAscii()',
  'v.trim() + vars.long',
  'v + string(size(v))',
  'v.map(w, w + w + w)',
  'v.map(w, [w, w, w, w])',
  'v.map(w, w.upperAscii())',
  'v.map(w, v)',
  'v.map(w, w in v, w)',
  'v.filter(w, w in v)',
  'v.filter(w, v == v)',
  'v + v.filter(w, true)',
)
const uses = fc.constantFrom(
  (of: string) => of,
  (of: string) => `size(${of})`,
  (of: string) => `${of} == ${of}`,
  (of: string) => `${of} in [${of}]`,
  (of: string) => `${of} < ${of}`,
  (of: string) => `${of}.contains(vars.long + "b" + vars.long)`,
  (of: string) => `like(${of}, "*a*A*a*b")`,
  (of: string) => `duration(${of})`,
  (of: string) => `${of}.map(a, ${of}.exists(b, a == b))`,
  (of: string) => `${of}.map(a, businessDaysBetween(vars.day, date("2030-01-01")))`,
  (of: string) => `${of}.map(a, addBusinessDays(vars.day, 3000))`,
  (of: string) => `${of}.map(a, rounds)`,
)

const steps = fc.oneof(
  fc.array(growths, { minLength: 1, maxLength: 8 }),
  fc
    .tuple(growths, fc.integer({ min: 6, max: 9 }))
    .map(([growth, times]) => Array.from({ length: times }, () => growth)),
)

/** `[value].map(v, growth)[0]` gives a value a name, and so uses it several times. */
const expressionTexts = fc
  .tuple(starts, steps, uses)
  .map(([start, all, use]) => use(`[${start}]${all.map((growth) => `.map(v, ${growth})`).join('')}[0]`))

const drawn = fc.oneof(
  { weight: 3, arbitrary: expressionTexts.map((text) => ({ text, copies: 0 })) },
  { weight: 1, arbitrary: fc.record({ text: expressionTexts, copies: fc.integer({ min: 2, max: 200 }) }) },
)

/** Expressions and templates that the checker accepts and that try to make far more than they are given. */
export function growthCases(count: number, seed: number): GrowthCase[] {
  const cases: GrowthCase[] = []
  for (let round = 0; cases.length < count; round++)
    for (const { text, copies } of fc.sample(drawn, { seed: seed + round, numRuns: count })) {
      const tree = treeOf(text)
      if (!tree || cases.length >= count) continue
      const template = Array.from({ length: copies }).flatMap((): Template => ['; ', tree])
      cases.push({ text, ...(copies === 0 ? { tree } : { template }) })
    }
  return cases
}
