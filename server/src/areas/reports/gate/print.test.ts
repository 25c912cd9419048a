import { loadModule, parseSync } from 'libpg-query'
import { beforeAll, describe, expect, test } from 'vitest'
import { randomOf, StatementGenerator } from '../../../../test/reports/generated-statements.ts'
import type { ViewColumn } from '../../../../test/reports/views-of.ts'
import { checkQuery } from './check-query.ts'

const SEED = Number(process.env['CAGE_SEED'] ?? Date.now() % 1_000_000_000)
const TREES = Number(process.env['CAGE_TREES'] ?? 10_000)
/** Five hundred each. */
const LANES = TREES / 500

const COLUMNS: ViewColumn[] = ['tasks', 'instances'].flatMap((view) => [
  { view, column: 'name', type: 'text' as const },
  { view, column: 'hours', type: 'number' as const },
  { view, column: 'late', type: 'boolean' as const },
  { view, column: 'created_on', type: 'date' as const },
  { view, column: 'created_at', type: 'timestamp' as const },
  { view, column: 'id', type: 'uuid' as const },
  { view, column: 'answers', type: 'json' as const },
])
const VIEWS = ['tasks', 'instances']

beforeAll(() => loadModule())

type Node = { [key: string]: unknown }
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Without what printing changes on purpose: places, schemas, spellings of the same call, and the measured text. */
function normal(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(normal)
  if (!isNode(value)) return value
  const call = value['FuncCall']
  if (isNode(call)) {
    const names = JSON.stringify(call['funcname'])
    if (names.includes('"short"') && Array.isArray(call['args'])) return normal(call['args'][0])
    if (names.includes('"today"')) return { SQLValueFunction: { op: 'SVFOP_CURRENT_DATE' } }
  }
  const entries = Object.entries(value)
    .filter(
      ([key]) =>
        ![
          'location',
          'funcformat',
          'stmt_len',
          'list_start',
          'list_end',
          'rexpr_list_start',
          'rexpr_list_end',
          'schemaname',
          'typemod',
          'row_format',
        ].includes(key),
    )
    .map(([key, inner]) => [
      key,
      key === 'funcname' || key === 'names' ? lastOf(inner) : normal(inner === 'AEXPR_SIMILAR' ? 'AEXPR_OP' : inner),
    ])
  return Object.fromEntries(entries)
}

const lastOf = (names: unknown) => (Array.isArray(names) ? normal(names.at(-1)) : names)

function expectSame(statement: string) {
  const answer = checkQuery({ query: statement, parameters: [], views: VIEWS })
  if (!answer.ok) throw new Error(`${statement}: ${answer.problem.message}`)
  expect(normal(parseSync(answer.checked.sql)), answer.checked.sql).toEqual(normal(parseSync(statement)))
}

describe(`what is printed is what was written, ${TREES} trees, seed ${SEED}`, () => {
  test.each(Array.from({ length: LANES }, (_, lane) => lane))('lane %i', (lane) => {
    const generator = new StatementGenerator(SEED + lane, COLUMNS)
    for (let n = 0; n < TREES / LANES; n++) expectSame(generator.next())
  })

  test('constants of every kind', () => {
    const random = randomOf(SEED)
    const letters = Array.from(`'"\\$;-/*é😀\u202e {}%_\nab0`)
    for (let n = 0; n < 1_000; n++) {
      const value = Array.from(
        { length: Math.floor(random() * 20) },
        () => letters[Math.floor(random() * letters.length)],
      ).join('')
      expectSame(
        `select '${value.replaceAll("'", "''")}', ${Math.floor(random() * 1e12)}, ${random()}, ${random()}e${Math.floor(random() * 300)}`,
      )
    }
  })
})

test.each([
  `select a.id, count(*) filter (where a.late) over w from tasks a window w as (partition by name order by id desc nulls last rows between 2 preceding and 1 following)`,
  `select count(*) over (order by id range between unbounded preceding and unbounded following) from tasks`,
  `select sum(hours) over (order by id groups 2 preceding) from tasks`,
  `select distinct on (name) name, id from tasks order by name, id`,
  `select name from tasks group by rollup (name), grouping sets ((name), ()) having count(*) > 1`,
  `select grouping(name) from tasks group by cube (name, id)`,
  `select percentile_cont(0.5) within group (order by hours desc) from tasks`,
  `select * from tasks natural join instances`,
  `select * from tasks right join instances using (id, name)`,
  `select * from tasks a cross join lateral (select 1) b (c)`,
  `select * from generate_series(1, 5) with ordinality as g (n, o)`,
  `select * from tasks, jsonb_each_text(tasks.answers) as e`,
  `select 1 union select 2 intersect all select 3 order by 1 limit 2 offset 1`,
  `(select 1 order by 1 limit 1) except (values (1), (2))`,
  `select id from tasks order by id fetch first 3 rows with ties`,
  `select id from tasks order by id offset 2 rows fetch first 3 rows with ties`,
  `with a (x) as materialized (select 1), b as (select x from a) select * from b`,
  `select 1 = any (array[1, 2]), 1 <> all (select 1), (1, 2) in (select 1, 2), row(1, 2) = row(1, 2)`,
  `select name not like 'a' escape '!', name similar to 'b', name not ilike 'c', name !~~ 'd' from tasks`,
  `select true is not unknown, 1 is not distinct from 2, nullif(1, 2), greatest(1, 2), least(1, 2)`,
  `select case name when 'a' then 1 end, case when late then 2 else 3 end from tasks`,
  `select now() at time zone 'UTC', extract(epoch from now()), trim(leading 'x' from name), position('a' in name) from tasks`,
  `select cast(1 as numeric(10, 2)), '1 day'::interval, name::varchar(3), - (-5), + 3, 5 % 2 ^ 3 from tasks`,
  `select a.* from tasks as "A""b", tasks a`,
  `select 0x1F, 1_000, 1e308, .5, 5., 99999999999999999999`,
])('the same tree: %s', (statement) => expectSame(statement))
