import type { ColumnType, ViewColumn } from './views-of.ts'

/** The same statements for the same seed. */
export function randomOf(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}

const TEXTS = ['plain', 'Plain', '%', '_', '1', '', "o''clock", '{', '2026-03-02', 'true', '(', 'é😀']
const NUMBERS = ['0', '1', '2', '-3', '10', '1.5', '1e3', '7']
const DATES = ["date '2026-03-02'", "date '2026-03-05'", 'current_date']
const MOMENTS = ["timestamptz '2026-03-02 09:00Z'", "timestamptz '2026-03-04 18:30Z'"]
const OPERATORS = ['=', '<>', '<', '>', '<=', '>=']

/**
 * Random queries over the views: joins, subqueries, windows, groups, unions, and all that may raise an error on a value
 * it is not asked for. What they answer depends on nothing but the rows, so that two databases can be compared.
 */
export class StatementGenerator {
  readonly #random: () => number
  readonly #columns: readonly ViewColumn[]
  readonly #views: readonly string[]

  constructor(seed: number, columns: readonly ViewColumn[]) {
    this.#random = randomOf(seed)
    this.#columns = columns
    this.#views = [...new Set(columns.map(({ view }) => view))]
  }

  #pick<T>(choices: readonly T[]): T {
    const chosen = choices[Math.floor(this.#random() * choices.length)]
    if (chosen === undefined) throw new Error('there is nothing to pick from')
    return chosen
  }

  #chance(share: number): boolean {
    return this.#random() < share
  }

  #column(view: string, alias: string, type: ColumnType): string | undefined {
    const fitting = this.#columns.filter((one) => one.view === view && one.type === type)
    return fitting.length === 0 ? undefined : `${alias}.${this.#pick(fitting).column}`
  }

  #text(view: string, alias: string, depth: number): string {
    const column = this.#column(view, alias, 'text') ?? `'${this.#pick(TEXTS)}'`
    if (depth <= 0) return this.#chance(0.8) ? column : `'${this.#pick(TEXTS)}'`
    const inner = () => this.#text(view, alias, depth - 1)
    const uuid = this.#column(view, alias, 'uuid')
    const json = this.#column(view, alias, 'json')
    return this.#pick([
      column,
      `lower(${inner()})`,
      `(${inner()} || ${inner()})`,
      `coalesce(${inner()}, ${inner()})`,
      `left(${inner()}, 3)`,
      `replace(${inner()}, 'a', ${inner()})`,
      `split_part(${inner()}, ' ', 1)`,
      `to_char(${this.#moment(view, alias)}, 'YYYY-MM')`,
      `case when ${this.#boolean(view, alias, depth - 1)} then ${inner()} else ${inner()} end`,
      `substring(${inner()} from 1 for 4)`,
      `${this.#number(view, alias, depth - 1)}::text`,
      uuid ? `${uuid}::text` : column,
      json ? `(${json} ->> 'note')` : column,
      json ? `${json}::text` : column,
    ])
  }

  #number(view: string, alias: string, depth: number): string {
    const column = this.#column(view, alias, 'number') ?? this.#pick(NUMBERS)
    if (depth <= 0) return this.#chance(0.7) ? column : this.#pick(NUMBERS)
    const inner = () => this.#number(view, alias, depth - 1)
    return this.#pick([
      column,
      `(${inner()} ${this.#pick(['+', '-', '*'])} ${inner()})`,
      `(${inner()} / ${inner()})`,
      `length(${this.#text(view, alias, depth - 1)})`,
      `(${this.#text(view, alias, depth - 1)})::int`,
      `abs(${inner()})`,
      `round((${inner()})::numeric, 1)`,
      `extract(day from ${this.#moment(view, alias)})`,
      `nullif(${inner()}, ${inner()})`,
      `(select count(*) from ${this.#pick(this.#views)})`,
    ])
  }

  #moment(view: string, alias: string): string {
    return this.#column(view, alias, 'timestamp') ?? this.#pick(MOMENTS)
  }

  #date(view: string, alias: string): string {
    return this.#column(view, alias, 'date') ?? this.#pick(DATES)
  }

  #boolean(view: string, alias: string, depth: number): string {
    const column = this.#column(view, alias, 'boolean') ?? 'true'
    if (depth <= 0) return column
    const text = () => this.#text(view, alias, depth - 1)
    const number = () => this.#number(view, alias, depth - 1)
    const inner = () => this.#boolean(view, alias, depth - 1)
    const other = this.#pick(this.#views)
    return this.#pick([
      column,
      `${text()} ${this.#pick(OPERATORS)} ${text()}`,
      `${number()} ${this.#pick(OPERATORS)} ${number()}`,
      `${text()} ${this.#pick(['like', 'ilike', 'not like', '~', '!~*'])} ${text()}`,
      `${text()} in (${text()}, '${this.#pick(TEXTS)}')`,
      `${number()} between ${number()} and ${number()}`,
      `${this.#date(view, alias)} ${this.#pick(OPERATORS)} ${this.#date(view, alias)}`,
      `${text()} is ${this.#chance(0.5) ? 'not ' : ''}null`,
      `(${inner()} and ${inner()})`,
      `(${inner()} or ${inner()})`,
      `not (${inner()})`,
      `exists (select 1 from ${other} x where ${this.#boolean(other, 'x', depth - 1)})`,
      `${text()} in (select ${this.#text(other, 'y', 0)} from ${other} y)`,
      `(1 / (${number()})) > 0`,
    ])
  }

  #value(view: string, alias: string, depth: number): string {
    return this.#pick([
      () => this.#text(view, alias, depth),
      () => this.#number(view, alias, depth),
      () => this.#boolean(view, alias, depth),
      () => this.#date(view, alias),
    ])()
  }

  #aggregate(view: string, alias: string): string {
    const condition = this.#chance(0.3) ? ` filter (where ${this.#boolean(view, alias, 1)})` : ''
    const text = this.#text(view, alias, 1)
    return this.#pick([
      `count(*)${condition}`,
      `count(distinct ${text})${condition}`,
      `sum((${this.#number(view, alias, 1)})::numeric)${condition}`,
      `min(${text})${condition}`,
      `max(${this.#number(view, alias, 1)})${condition}`,
      `string_agg(${text}, ',' order by ${text})${condition}`,
      `bool_or(${this.#boolean(view, alias, 1)})${condition}`,
    ])
  }

  #from(view: string): string {
    const other = this.#pick(this.#views)
    const joined = `${view} a ${this.#pick(['join', 'left join', 'full join'])} ${other} b`
    const texts = [this.#text(view, 'a', 0), this.#text(other, 'b', 0)]
    return this.#pick([
      `${view} a`,
      `${view} a`,
      `report.${view} a`,
      `(select * from ${view}) a`,
      `${joined} on ${texts[0]} = ${texts[1]}`,
      `${view} a cross join lateral (select ${this.#value(other, 'b', 1)} as v from ${other} b) l`,
    ])
  }

  #select(): string {
    const view = this.#pick(this.#views)
    const from = this.#from(view)
    const where = this.#chance(0.6) ? ` where ${this.#boolean(view, 'a', 2)}` : ''
    if (this.#chance(0.3)) {
      const key = this.#value(view, 'a', 1)
      return `select ${key} as k, ${this.#aggregate(view, 'a')} as v, ${this.#aggregate(view, 'a')} as w from ${from}${where} group by 1`
    }
    if (this.#chance(0.15))
      return `select ${this.#text(view, 'a', 1)} as k, count(*) over (partition by ${this.#text(view, 'a', 0)}) as v from ${from}${where}`
    const many = this.#chance(0.1) ? 'a.*' : `${this.#value(view, 'a', 2)} as k, ${this.#value(view, 'a', 1)} as v`
    return `select ${this.#chance(0.1) ? 'distinct ' : ''}${many} from ${from}${where}`
  }

  next(): string {
    if (this.#chance(0.08)) return `with c as (${this.#select()}) select count(*) as n from c`
    if (this.#chance(0.05))
      return `select count(*) as n from (select ${this.#text(this.#pick(this.#views), 'a', 0)}) a`.replace(
        /\(select .*\) a/,
        `(select 1 from ${this.#pick(this.#views)} union all select 2 from ${this.#pick(this.#views)}) a`,
      )
    return this.#select()
  }
}
