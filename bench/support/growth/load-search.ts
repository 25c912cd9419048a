import type { TestDatabase } from '../../../server/test/database.ts'
import { type Crew, withCrew } from './crew.ts'
import { settle, withoutIndexes } from './indexes.ts'
import { counted, loadInstances, partsOf, slicesOf } from './instances.ts'
import { documentsOf, PER_INSTANCE as FILES, OF_LARGE_DOCUMENTS } from './load-documents.ts'
import { putPlaces } from './places.ts'
import { OF_LARGE, peopleOf, tasksOf } from './rows.ts'
import type { GrowthWorld } from './world.ts'

const TASKS = 3
/** Kinds beside tasks, instances and files, each with entries whose things nobody sees. */
const OTHERS = {
  workflow: 'w',
  client: 'c',
  member: 'p',
  form: 'f',
  submission: 'r',
  inbox_message: 'm',
  task_draft: 'u',
}
/** Of the large tenant's entries, each of them. */
const SHARE_OF_OTHER = 0.015
/** Tenants with files of 1 MB, each in four parts; the first has as many as made the design doubt. */
export const LONG_TENANTS = 50
const LONG_FILES = 1
export const MOST_LONG_FILES = 130
const PARTS = 4
/** Distinct words of a part of 256 KB. */
export const LONG_WORDS = 40_000
/** Files of the large tenant whose text is shown, 1 MB each in parts of 16 KB. */
export const SHOWN_FILES = 10
const SHOWN_PARTS = 64
const SHOWN_WORDS = 2_000

/**
 * Words by how many entries have them: 0.001, 0.1, 1, 4 and 60 in a hundred, and forty others of two hundred thousand.
 * `number` counts the entries; each word begins with the letter of its kind.
 */
const wordsOf = (letter: string, number: string) => `array_to_tsvector(array_remove(array[
    case when ${number} % 100000 = 0 then ${letter} || 'quartzite' end,
    case when ${number} % 1000 = 0 then ${letter} || 'basalt' end,
    case when ${number} % 100 = 0 then ${letter} || 'gneiss' end,
    case when ${number} % 25 = 0 then ${letter} || 'dolomite' end,
    case when ${number} % 5 < 3 then ${letter} || 'granite' end], null)
  || array(select ${letter} || 'w' || (${number} * 31 + g * 977) % 200000 from generate_series(1, 40) g))`

const COLUMNS =
  '(tenant_id, kind, entity_id, part, title, name_key, head, tsv, workflow_id, owner_id, content_hash, changed_at)'

/** Of everything in the large tenant, numbered in the order in which it was made. */
const OF_ROWS = `
  insert into search_entries ${COLUMNS}
  select $1, t.kind, t.id, 0, t.name, lower(t.name), v.words, v.words, t.workflow_id, null, '\\x00', t.at
  from (select x.*, row_number() over (order by x.at, x.id) as n from (
    select 'task' as kind, 't' as letter, id, name, workflow_id, updated_at as at from tasks where tenant_id = $1
    union all select 'instance', 'i', id, title, workflow_id, updated_at from instances where tenant_id = $1
    union all select 'document', 'd', id, name, workflow_id, updated_at from documents where tenant_id = $1) x) t
  cross join lateral (select ${wordsOf('t.letter', 't.n')} as words) v`

const OF_OTHER_KINDS = `
  insert into search_entries ${COLUMNS}
  select $1, k.kind, uuidv7(), 0, 'Name ' || n, 'name ' || n, v.words, v.words, null, null, '\\x00', now() - n * interval '1 minute'
  from unnest($2::text[], $3::text[]) k (kind, letter) cross join generate_series(1, $4::int) n
  cross join lateral (select ${wordsOf('k.letter', 'n')} as words) v`

const OF_OTHER_TENANTS = `
  insert into search_entries ${COLUMNS}
  select p.tenant_id, k.kind, uuidv7(), 0, 'Name ' || n, 'name ' || n, v.words, v.words, null, null, '\\x00',
    now() - n * interval '1 minute'
  from generate_series($1::bigint, $2::bigint) n
  join growth.places p on p.place = 1 + n % 199
  join (values (0, 'task', 't'), (1, 'instance', 'i'), (2, 'document', 'd')) k (place, kind, letter) on k.place = n % 3
  cross join lateral (select ${wordsOf('k.letter', 'n')} as words) v`

const LONG_VECTORS = `
  create table growth.long as select n, array_to_tsvector(array(
    select 'dx' || (n * 7919 + g * 3) % 90000 from generate_series(1, ${LONG_WORDS}) g)) as words
  from generate_series(0, 12) n`

const OF_LONG_TEXTS = `
  insert into search_entries ${COLUMNS}
  select p.tenant_id, 'document', f.id, part, 'Long ' || f.n, 'long ' || f.n, array_to_tsvector(array(
    select 'dx' || (f.n * 7919 + g * 3) % 90000 from generate_series(1, 150) g)), v.words, null, null, '\\x00', now()
  from growth.places p
  cross join lateral (select n, uuidv7() as id from generate_series(1, case p.place when 1 then ${MOST_LONG_FILES} else ${LONG_FILES} end) n) f
  cross join generate_series(1, ${PARTS}) part join growth.long v on v.n = (f.n * ${PARTS} + part) % 13
  where p.place between 1 and ${LONG_TENANTS}`

/** What their phrases are looked up in. */
const DESCRIPTIONS = `
  update tasks t set description = 'the granite gneiss of the quarry' from search_entries e
  where t.tenant_id = $1 and e.tenant_id = $1 and e.kind = 'task' and e.entity_id = t.id and e.tsv @@ '''tgneiss'''`

const SHOWN_TEXTS = `
  insert into document_texts (tenant_id, document_id, number, part, content, first_page, lexemes)
  select $1, d.id, 1, part, array_to_string(w.words, ' '), 1 + part * 2, array_to_tsvector(w.words)
  from (select id from documents where tenant_id = $1 and deleted_at is null and not in_trash and workflow_id = $2 and not narrowed
    order by id desc limit ${SHOWN_FILES}) d
  cross join generate_series(0, ${SHOWN_PARTS - 1}) part
  cross join lateral (select array(select 'word' || part * ${SHOWN_WORDS} + g from generate_series(1, ${SHOWN_WORDS}) g)
    || array['everyword'] || case when part = ${SHOWN_PARTS - 1} then array['lastword'] else '{}' end as words) w`

interface LoadedSearch {
  entries: number
  /** In the large tenant. */
  own: number
  bytes: number
  /** A tenant full of long texts. */
  long: string
}

async function loadRows({ admin, each }: Crew, { tenantId }: GrowthWorld, own: number) {
  const others = Object.keys(OTHERS).length * SHARE_OF_OTHER
  // A fifth of all instances are the large tenant's.
  const instances = Math.ceil((own * (1 - others) * 5) / (1 + TASKS + FILES))
  await loadInstances({ admin, each }, instances)
  const large = `(select * from instances where tenant_id = '${tenantId}')`
  await admin.query(tasksOf(large))
  await Promise.all([
    each(partsOf('tasks'), (client, part) => client.query(peopleOf(part))),
    each(OF_LARGE, (client, text) => client.query(text, [tenantId])),
  ])
  await admin.query(documentsOf(large))
  await each(OF_LARGE_DOCUMENTS, (client, text) => client.query(text, [tenantId]))
}

async function loadEntries({ admin, each }: Crew, { tenantId }: GrowthWorld, own: number, others: number) {
  const ofEach = Math.round(own * SHARE_OF_OTHER)
  await admin.query(LONG_VECTORS)
  await each(
    [
      () => [OF_ROWS, [tenantId]] as const,
      () => [OF_LONG_TEXTS, []] as const,
      () => [OF_OTHER_KINDS, [tenantId, Object.keys(OTHERS), Object.values(OTHERS), ofEach]] as const,
      ...slicesOf(others).map((bounds) => () => [OF_OTHER_TENANTS, bounds] as const),
    ],
    (client, made) => {
      const [text, values] = made()
      return client.query(text, [...values])
    },
  )
}

/** So many entries, a fifth of them in the large tenant, where they have their rows; `say` tells how far it is. */
export async function loadSearch(
  database: TestDatabase,
  world: GrowthWorld,
  entries: number,
  say: (line: string) => void,
) {
  const { tenantId, workflows } = world
  const own = Math.round(entries / 5)
  const loaded: LoadedSearch = { entries: 0, own: 0, bytes: 0, long: '' }
  await withCrew(database, async (crew) => {
    const { admin } = crew
    await putPlaces(admin, world)
    await withoutIndexes(crew, async () => {
      await loadRows(crew, world, own)
      say('rows')
      await loadEntries(crew, world, own, entries - own)
      await admin.query(DESCRIPTIONS, [tenantId])
      say('entries')
    })
    say('indexes')
    await admin.query(SHOWN_TEXTS, [tenantId, workflows.at(-1)])
    const { rows } = await admin.query<{ id: string }>('select tenant_id as id from growth.places where place = 1')
    loaded.long = rows[0]?.id ?? ''
    await admin.query('drop schema growth cascade')
    await settle(crew)
    loaded.entries = await counted(admin, '(select count(*) from search_entries)')
    loaded.own = await counted(admin, '(select count(*) from search_entries where tenant_id = $1)', [tenantId])
    loaded.bytes = await counted(admin, `pg_total_relation_size('search_entries')`)
  })
  return loaded
}
