/**
 * A million entries, 200,000 of them in one tenant, beside small tenants full of long texts: what the index reads for words
 * of every frequency stays within its bound, by its plan. `pnpm bench search`, or with another number of entries, which
 * writes no figures.
 */
import { FIRST_LOOK } from '../server/src/areas/search/candidates.queries.ts'
import { createTestDatabase, type TestDatabase } from '../server/test/database.ts'
import { table, writeFigures } from './support/figures.ts'

type AdminClient = Parameters<Parameters<TestDatabase['admin']>[0]>[0]

const MAX_BUFFERS = 6_000
const LONG_TENANTS = 5
const LONG_ENTRIES = 50
const BIG = '00000000-0000-7000-8000-000000000001'
const LONG = '00000000-0000-7000-8000-000000000002'
const SIZE = 1_000_000
const KINDS = ['task', 'instance', 'document'] as const
const LETTERS: Record<(typeof KINDS)[number], string> = { task: 't', instance: 'i', document: 'd' }

const size = Number(process.argv[2] ?? SIZE)
const whole = (number: number) => number.toLocaleString('en')

/** Words by how many entries have them: one in a hundred thousand, a thousand, a hundred, twenty-five, and three in five. */
const WORDS_OF_ENTRY = `concat_ws(' ', quote_literal(k.letter || 'name' || n % 5000),
  case when n % 100000 = 0 then quote_literal(k.letter || 'rarest') end,
  case when n % 1000 = 0 then quote_literal(k.letter || 'rare') end,
  case when n % 100 = 0 then quote_literal(k.letter || 'some') end,
  case when n % 25 = 0 then quote_literal(k.letter || 'many') end,
  case when n % 5 < 3 then quote_literal(k.letter || 'most') end,
  (select string_agg(quote_literal(k.letter || 'w' || (n * 31 + g * 977) % 200000), ' ') from generate_series(1, 40) g))::tsvector`

async function load(client: AdminClient) {
  await client.query(
    `insert into search_entries (tenant_id, kind, entity_id, part, title, head, tsv, content_hash, changed_at)
     select case when n % 5 = 0 then '${BIG}'::uuid else ('00000000-0000-7000-9000-' || lpad((n % 200)::text, 12, '0'))::uuid end,
       k.kind, gen_random_uuid(), 0, 'Name ' || n % 5000, ${WORDS_OF_ENTRY}, ${WORDS_OF_ENTRY}, '\\x00',
       timestamptz '2026-01-01' + n * interval '1 second'
     from generate_series(1, $1::int) n
     join (values (0, 'task', 't'), (1, 'instance', 'i'), (2, 'document', 'd')) k (place, kind, letter) on k.place = n / 5 % 3`,
    [size],
  )
  await client.query(
    `insert into search_entries (tenant_id, kind, entity_id, part, title, head, tsv, content_hash, changed_at)
     select ('00000000-0000-7000-8000-' || lpad((2 + t)::text, 12, '0'))::uuid, 'document', gen_random_uuid(), 0, 'Long ' || n,
       ('''dlong'':1A ''dw' || n || ''':2')::tsvector,
       (select string_agg(quote_literal('dx' || (n * 7919 + g) % 90000), ' ') from generate_series(1, 40000) g)::tsvector, '\\x00', now()
     from generate_series(0, $1::int) t, generate_series(1, $2::int) n`,
    [LONG_TENANTS - 1, LONG_ENTRIES],
  )
  await client.query('vacuum analyze search_entries')
}

/** Buffers and milliseconds of one call, as a page makes it. */
async function ask(client: AdminClient, tenant: string, words: (letter: string) => string) {
  const queries = KINDS.map((kind) => words(LETTERS[kind]))
  await client.query(`begin; set local app.tenant = '${tenant}'; set local role tl_api`)
  try {
    const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Record<string, number> }] }>(
      `explain (analyze, buffers, format json) select * from app.search($1, $2, $2, '', '', '{}', '{}', null, $3, $4, $5, true)`,
      [KINDS, queries, FIRST_LOOK.newest, FIRST_LOOK.enough, FIRST_LOOK.most],
    )
    const plan = rows[0]?.['QUERY PLAN'][0].Plan ?? {}
    return {
      buffers: (plan['Shared Hit Blocks'] ?? 0) + (plan['Shared Read Blocks'] ?? 0),
      ms: plan['Actual Total Time'] ?? 0,
      rows: plan['Actual Rows'] ?? 0,
    }
  } finally {
    await client.query('rollback')
  }
}

const word = (name: string) => (letter: string) => `'${letter}${name}'`
const QUESTIONS: [string, string, (letter: string) => string][] = [
  ['a word in one of 100,000', BIG, word('rarest')],
  ['in one of 1,000', BIG, word('rare')],
  ['in 1%', BIG, word('some')],
  ['in 4%', BIG, word('many')],
  ['in 60%', BIG, word('most')],
  ['two words, 1% and 60%', BIG, (letter) => `'${letter}some' & '${letter}most'`],
  ['two words, 4% and one of 1,000', BIG, (letter) => `'${letter}many' & '${letter}rare'`],
  ['a beginning of three letters', BIG, (letter) => `'${letter}w19':*`],
  ['no hit', BIG, word('nowhere')],
  ['a word of long texts', LONG, word('x500')],
  ['two words of long texts', LONG, (letter) => `'${letter}x500' & '${letter}x501'`],
]

const database = await createTestDatabase()
try {
  const found = await database.admin(async (client) => {
    await load(client)
    const rows: [string, Awaited<ReturnType<typeof ask>>][] = []
    for (const [name, tenant, words] of QUESTIONS) {
      await ask(client, tenant, words)
      rows.push([name, await ask(client, tenant, words)])
    }
    return rows
  })
  const broken = found.filter(([, { buffers }]) => buffers > MAX_BUFFERS)
  const lines = [
    `${whole(size)} entries of three kinds, a fifth of them in one tenant, which is asked, and ${LONG_TENANTS} tenants of ${LONG_ENTRIES} texts with 40,000`,
    `distinct words each. One call of app.search over all three kinds, as tl_api; bound: ${whole(MAX_BUFFERS)} buffers.`,
    '',
    ...table(
      ['search', 'rows', 'buffers', 'ms'],
      found.map(([name, { rows, buffers, ms }]) => [name, rows, whole(buffers), ms.toFixed(1)]),
    ),
    '',
    `bounds broken: ${broken.length === 0 ? 'none' : broken.map(([name]) => name).join(', ')}`,
  ]
  if (size === SIZE) writeFigures('search', 'A million search entries', lines)
  else process.stdout.write(`${lines.join('\n')}\n`)
  process.exitCode = broken.length === 0 ? 0 : 1
} finally {
  await database.drop()
}
