import type { Admin, Crew } from './crew.ts'

/** Filled as a whole, then indexed as a whole: many times faster than row by row. */
const LARGE = [
  'instances',
  'instance_people',
  'tasks',
  'task_people',
  'step_runs',
  'documents',
  'document_versions',
  'form_submissions',
  'submission_starts',
  'submission_words',
  'search_entries',
]

interface Index {
  name: string
  made: string
}

/** All but those of constraints, of the parents; their partitions' follow them. */
const indexesOf = (admin: Admin): Promise<Index[]> =>
  admin
    .query<Index>(
      `select c.relname as name, replace(pg_get_indexdef(i.indexrelid), ' ON ONLY ', ' ON ') as made
       from pg_index i join pg_class c on c.oid = i.indexrelid join pg_class t on t.oid = i.indrelid
       where t.relname = any ($1) and not exists (select from pg_constraint k where k.conindid = i.indexrelid) order by c.relname`,
      [LARGE],
    )
    .then(({ rows }) => rows)

/** What every table and partition has, whatever the index of a partition is called. */
const described = (admin: Admin): Promise<string> =>
  admin
    .query<{ all: string }>(
      `select string_agg(line, e'\n' order by line collate "C") as all from (
         select tablename || ': ' || regexp_replace(indexdef, 'INDEX \\S+ ON', 'INDEX ON') as line
         from pg_indexes where schemaname = 'public') every`,
    )
    .then(({ rows }) => rows[0]?.all ?? '')

/** `fill` runs without them; afterwards they are exactly as they were. */
export async function withoutIndexes(crew: Crew, fill: () => Promise<void>): Promise<void> {
  const { admin } = crew
  const before = await described(admin)
  const indexes = await indexesOf(admin)
  for (const { name } of indexes) await admin.query(`drop index ${name}`)
  await fill()
  await crew.each(indexes, (client, { made }) => client.query(made))
  if ((await described(admin)) !== before) throw new Error('the indexes are not those of the migrations')
}

/** Each table on its own, as autovacuum does it: nothing is known of a partitioned one as a whole. */
export async function settle(crew: Crew): Promise<void> {
  const { rows } = await crew.admin.query<{ name: string }>(
    `select oid::regclass::text as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace
     order by relpages desc`,
  )
  await crew.each(rows, (client, { name }) => client.query(`vacuum analyze ${name}`))
}
