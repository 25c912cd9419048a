import { loadModule } from 'libpg-query'
import { beforeAll, describe, expect, test } from 'vitest'
import { BOMBS, written } from '../../../../test/reports/bombs.ts'
import { checkQuery } from './check-query.ts'

beforeAll(() => loadModule())

const check = (query: string, value = '') =>
  checkQuery({ query, parameters: [{ name: 'p', type: 'text', value }], views: ['tasks', 'members'] })
const refusal = (query: string, value?: string) => {
  const answer = check(query, value)
  return answer.ok ? answer.checked.sql : answer.problem.message
}

describe('the marks of places', () => {
  const UNREADABLE = 'The query has a character that can’t be read.'

  test.each([
    `select E'x\\x01' as U&"a\\0002b", ' , pg_sleep(9) -- ' from tasks`,
    `select U&'\\0001' as x`,
    `select '' as U&"\\0002"`,
    `select E'\\x02' from tasks`,
    `with U&"\\0001" as (select 1) select 1`,
  ])('cannot be written, in whatever way: %s', (query) => expect(refusal(query)).toBe(UNREADABLE))

  test('cannot come with a parameter', () => {
    expect(refusal(`select {{p}}, ' , 1 -- '`, "x\u0001'\u0002")).toBe('The value of {{p}} isn’t a short text.')
  })
})

describe('rows and lists, which could grow in memory without end', () => {
  const TOO_WIDE = 'A query can have at most 200 columns.'
  const PERCENTILES = 'Percentiles can be at most 50 constants.'
  const LONG = `(select repeat('x', 9) as x) q`
  const many = (text: string, times: number) => Array.from({ length: times }, () => text).join()

  test.each([
    [`select array[x, x] from ${LONG}`, 'A list can only be compared.'],
    [`select row(x, x) from ${LONG}`, 'A row can only be compared.'],
    [`select coalesce((x, x), (x, x)) from ${LONG}`, 'A row can only be compared.'],
    [`select x = any (array[array[x]]) from ${LONG}`, 'A list can only be compared.'],
    [`select (x, (x, x)) = (x, (x, x)) from ${LONG}`, 'A row can only be compared.'],
    [`select x = any (array[${many('x', 51)}]) from ${LONG}`, 'A list can have at most 50 values besides constants.'],
    [
      `select 1 where ('', '') in (${many(`((select x from ${LONG}), '')`, 51)})`,
      'A list can have at most 50 values besides constants.',
    ],
    [`select q from ${LONG}`, '“q” is a whole row.'],
    [`select tasks from tasks`, '“tasks” is a whole row.'],
    [`select hours as tasks, row_number() over (order by tasks) from tasks`, '“tasks” is a whole row.'],
    [`select hours as tasks from tasks order by (tasks is null)`, '“tasks” is a whole row.'],
    [`with tasks as (select 1 as tasks) select tasks from report.tasks`, '“tasks” is a whole row.'],
    [
      `select tasks from tasks where exists (with tasks as (select 1 as tasks) select 1 from tasks)`,
      '“tasks” is a whole row.',
    ],
    [`select count(t) from tasks t`, '“t” is a whole row.'],
    [`select (select m) from members m`, '“m” is a whole row.'],
    [`with a as (select 1 as b) select a from a`, '“a” is a whole row.'],
    [`with a as (select 1 as a) select c from a c`, '“c” is a whole row.'],
    [`with a as (select 1 as a) select a from a, tasks a`, '“a” is a whole row.'],
    [`with a (b) as (select 1 as a) select a from a`, '“a” is a whole row.'],
    [`select a from (select 1 as a) a (b)`, '“a” is a whole row.'],
    [`select a from (select * from tasks) a`, '“a” is a whole row.'],
    [`select ${many('*', 7)} from tasks`, TOO_WIDE],
    [`with a as (select *, * from tasks), b as (select *, * from a) select a.*, b.*, a.* from a, b`, TOO_WIDE],
    [`select * from (select *, *, * from tasks) a, (select *, *, *, * from tasks) b`, TOO_WIDE],
    [`select 1 from tasks t, lateral (select t.*) l`, TOO_WIDE],
    [`select 1 where exists (select 1 from (select ${many('*', 7)} from tasks) a)`, TOO_WIDE],
    [
      `with a as (select 1 as b) select * from (with a as (select ${many('*', 150)} from a) select *, * from a) c`,
      TOO_WIDE,
    ],
    [`select count(t.*) from tasks t`, '“*” can’t be used here.'],
    [`select nullif(array[x, x], array[x]) from ${LONG}`, 'A list can only be compared.'],
    [`select nullif((x, x), null) from ${LONG}`, 'A row can only be compared.'],
    [`select nullif(x, array[x]) from ${LONG}`, 'A list can only be compared.'],
    [`select mode() within group (order by array[x, x]) from ${LONG}`, 'A list can only be compared.'],
    [`select percentile_disc(0.5) within group (order by (x, x)) from ${LONG}`, 'A row can only be compared.'],
    [`select string_agg(x, '' order by x, array[x]) from ${LONG}`, 'A list can only be compared.'],
    [`select percentile_disc(array[${many('0', 51)}]) within group (order by x) from ${LONG}`, PERCENTILES],
    [
      `select percentile_disc(array[p, p]) within group (order by x)
       from (select percentile_cont(array[0, 1]) within group (order by 1) as p) q, ${LONG.replace(/q$/, 'l')} group by p`,
      PERCENTILES,
    ],
  ])('%s', (query, message) => expect(refusal(query)).toBe(message))

  test.each([
    `select (id, name) in ((1, 'a'), (2, 'b')), (id, name) is null from tasks group by (id, name) order by (id, name)`,
    `select percentile_disc(array[0.5, {{p}}]) within group (order by hours), nullif(name, '') from tasks group by name`,
    `select rank() over (partition by (id, name) order by (id, name)) from tasks`,
    `select count(distinct (id, name)), percentile_cont(array[0.5, 0.9]) within group (order by hours) from tasks`,
    `select id from tasks where name = any (array['a', 'b']) and name in (${many("'x'", 2_000)})`,
    `select a.* from (select total from (select count(*) as total from tasks) total) a`,
    `with month as (select date_trunc('month', created_at) as month from tasks) select month, m.month from month, month m`,
    `with a (b) as (select 1 as a) select b from a b`,
    `select n from generate_series(1, 3) n`,
    `select status as members, count(*) as tasks from tasks, members group by members order by tasks desc, members`,
    `select count(*) as tasks from tasks union select 1 order by tasks`,
    `select distinct on (tasks) count(*) as tasks from tasks`,
    `select *, t.*, -1.5, - .5 from tasks t`,
    `select * from tasks a join tasks b using (id) join (select * from members) c on true`,
    `with tasks as (select * from tasks) select *, * from tasks`,
    `select ${many('1', 200)}`,
  ])('are there for: %s', (query) => expect(check(query)).toMatchObject({ ok: true }))
})

describe('parts, of which each has memory of its own', () => {
  const times = (count: number, part: (n: number) => string, between = ', ') =>
    Array.from({ length: count }, (_, n) => part(n)).join(between)

  test.each<[string, (count: number) => string]>([
    ['queries in WITH', (count) => `with ${times(count, (n) => `a${n} as materialized (select 1)`)} select 1`],
    ['sorts', (count) => `select ${times(count / 2, () => '(select id from tasks order by 1 limit 1)')}`],
    ['different rows', (count) => `select ${times(count / 2, () => '(select distinct 1 from tasks)')}`],
    ['groups', (count) => `select ${times(count / 2, () => '(select 1 from tasks group by id)')}`],
    ['columns of a rollup', (count) => `select 1 from tasks group by rollup (${times(count - 1, () => 'id')})`],
    ['unions', (count) => times(count + 1, () => 'select 1', ' union all ')],
    ['windows', (count) => `select ${times(count, (n) => `count(*) over (order by hours + ${n})`)} from tasks`],
    [
      'named windows',
      (count) => `select 1 from tasks window ${times(count, (n) => `w${n} as (order by hours + ${n})`)}`,
    ],
    ['joins', (count) => `select 1 from tasks a0 ${times(count, (n) => `join tasks b${n} using (id)`, ' ')}`],
    ['relations', (count) => `select 1 from ${times(count + 1, (n) => `tasks a${n}`)}`],
    ['subqueries', (count) => `select ${times(count, () => '(select 1)')}`],
    ['sorted texts', (count) => `select ${times(count, (n) => `string_agg(name, '${n}' order by name)`)} from tasks`],
    ['different texts', (count) => `select ${times(count, (n) => `count(distinct name || ${n})`)} from tasks`],
  ])('%s are at most 40', (_, query) => {
    expect(check(query(40))).toMatchObject({ ok: true })
    expect(check(query(42))).toEqual({
      ok: false,
      problem: expect.objectContaining({
        message: 'This query has too many parts.',
        hint: 'Joins, subqueries, sorts, and groups can be at most 40. Split it into several reports.',
      }),
    })
  })

  test('are counted once, since no query is written out wherever it is read', () => {
    const chain = times(15, (n) => `a${n + 1} as not materialized (select * from a${n} union all select * from a${n})`)
    expect(refusal(`with a0 as (select 1), ${chain} select 1 from a15`)).not.toContain('NOT MATERIALIZED')
  })
})

test('a type is no larger than a text may be: a constant is padded to it before anything is limited', () => {
  expect(refusal(`select 'x'::char(10485760)`)).toBe('The size of a type can be at most 32,767.')
  expect(check(`select 'x'::char(32767), name::varchar(200), 1.5::numeric(10, 2) from tasks`)).toMatchObject({
    ok: true,
  })
})

test.each([
  ['like_escape', String.raw`select name like like_escape('\\', '!') from tasks`],
  ['similar_to_escape', `select name similar to '%a%' from tasks`],
])('what %s makes longer is measured', (name, query) =>
  expect(refusal(query)).toContain(`report."short"(pg_catalog."${name}"(`),
)

test('a query is at most 20 KB long and 100 levels deep', () => {
  const deep = (levels: number) => `select ${'(select '.repeat(levels)}1${')'.repeat(levels)}`
  expect(refusal(`select 1 ${' '.repeat(20_000)}`)).toBe('The query is longer than 20 KB.')
  expect(refusal(deep(60))).toBe('This query is nested too deeply.')
  expect(check(deep(30))).toMatchObject({ ok: true })
})

test.each(Object.entries(BOMBS))('the limits of time and memory are what ends a bomb, not the gate: %s', (_, bomb) =>
  expect(check(written(bomb))).toMatchObject({ ok: true }),
)
