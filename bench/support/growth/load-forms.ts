import { type FormId, TenantId } from '../../../contracts/src/ids.ts'
import { createTestContext } from '../../../server/test/context.ts'
import type { TestDatabase } from '../../../server/test/database.ts'
import { INTAKE_ELEMENTS, makeForm } from '../../../server/test/forms.ts'
import { putManyForms } from '../../../server/test/many-forms.ts'
import { type Admin, type Crew, withCrew } from './crew.ts'
import { settle, withoutIndexes } from './indexes.ts'
import { counted, found, loadInstances, slicesOf } from './instances.ts'
import { putPlaces } from './places.ts'
import { byNumber, sinceTwoYears } from './rows.ts'
import { type GrowthWorld, LIMITED } from './world.ts'

/** Of the large tenant, beside the one that most answer. */
export const FORMS = 2_000
export const LIMITED_FORMS = FORMS / 10
const SMALL = 199
const INSTANCES = 50_000

const WORDS = `(array['Harbor', 'Meadow', 'Copper', 'Willow', 'Granite', 'Juniper', 'Lantern', 'Orchard', 'Quarry', 'Saffron'])`
const KINDS = `(array['Bakery', 'Clinic', 'Garage', 'Library', 'Press', 'Works', 'Studio', 'Stores', 'Yard', 'Mill'])`

/**
 * Responses $1 to $2 of $3, over two years, the newest last: a fifth of them to the form that most answer, a fifth to others
 * of its tenant. One in fifty begins like a formula.
 */
const RESPONSES = `
  insert into form_submissions (tenant_id, id, form_id, version, idem_key, content_hash, receipt, answers, file_count, state, held_because,
    took_seconds, device, received_at)
  select f.tenant_id, uuidv7(c.back), f.form_id, 1, 'growth ' || n, '\\x00', reverse(lpad(upper(to_hex(n)), 8, '0')),
    jsonb_build_object('txt-1', case when ${byNumber(1, 50)} = 0 then '=' else '' end
        || ${WORDS}[1 + ${byNumber(2, 10)}] || ' ' || ${KINDS}[1 + ${byNumber(3, 10)}] || ' ' || n,
      'num-1', 1 + ${byNumber(4, 900)}, 'chk-1', jsonb_build_array('Payroll', 'Tax'), 'txt-2', '@since ' || ${byNumber(5, 30)}),
    0, case when f.place > 0 then 'received' else (array['finished', 'finished', 'finished', 'running', 'running', 'held', 'not_started'])
      [case when ${byNumber(6, 20)} < 18 then 1 + ${byNumber(7, 5)} else 6 + ${byNumber(7, 2)} end] end, '{}', 20 + ${byNumber(8, 600)},
    (array['phone', 'computer'])[1 + ${byNumber(9, 2)}], now() + c.back
  from generate_series($1::bigint, $2::bigint) n
  cross join lateral (select ${sinceTwoYears} as back) c
  join growth.forms f on f.place = case n % 5 when 0 then 0 when 1 then 1 + ${SMALL} + ${byNumber(10, FORMS)} else 1 + n % ${SMALL} end`

/** Of the form that most answer: what both workflows made of each, its words, and for one in ten a file. */
const ofLarge = (workflows: readonly string[]) => [
  ...workflows.map(
    (workflow) => `
  insert into submission_starts (tenant_id, submission_id, trigger_id, form_id, workflow_id, instance_id, state, reason, at)
  select s.tenant_id, s.id, t.id, s.form_id, t.workflow_id, i.id,
    case s.state when 'held' then 'held' when 'not_started' then 'not_started' else 'started' end,
    case s.state when 'not_started' then '{"code": "archived"}'::jsonb end, s.received_at
  from form_submissions s join workflow_triggers t on t.tenant_id = $1 and t.form_id = $2 and t.workflow_id = '${workflow}'
  left join growth.instances i on s.state in ('running', 'finished')
    and i.at = (uuid_hash_extended(s.id, 1) & 2147483647) % (select count(*) from growth.instances)
  where s.tenant_id = $1 and s.form_id = $2`,
  ),
  `insert into submission_words (tenant_id, form_id, word_key, submission_id)
   select s.tenant_id, s.form_id, substr(w.folded, p.at), s.id from form_submissions s
   cross join lateral (select ltrim(app.fold(s.answers ->> 'txt-1'), '=') as folded) w
   cross join lateral (values (1), (strpos(w.folded, ' ') + 1), (length(w.folded) - strpos(reverse(w.folded), ' ') + 2)) p (at)
   where s.tenant_id = $1 and s.form_id = $2`,
  `insert into documents (tenant_id, name, form_id, submission_id, field_id, state, sha256, size, media_type, created_at)
   select tenant_id, 'Certificate.pdf', form_id, id, 'file-1', 'clean', '\\x00', 1000, 'application/pdf', received_at
   from form_submissions where tenant_id = $1 and form_id = $2 and (uuid_hash_extended(id, 2) & 2147483647) % 10 = 0`,
]

const COUNTERS = `
  insert into counters (tenant_id, name, key, slot, n)
  select $1, 'form.submissions', $2::text, 0, count(*) from form_submissions where tenant_id = $1 and form_id = $2::uuid
  union all
  select $1, 'form.state', $2::text || ':' || state, 0, count(*) from form_submissions
  where tenant_id = $1 and form_id = $2::uuid group by state`

export interface LoadedForms {
  responses: number
  /** To the form that most answer. */
  own: number
  bytes: number
  formId: FormId
  /** Of one that stands in the middle, with a file. */
  response: string
  receipt: string
}

/** Published, with two workflows that it starts: one of the limited, one that everybody sees. */
async function makeLarge(database: TestDatabase, { tenantId, workflows }: GrowthWorld) {
  const { ctx } = createTestContext(database.name)
  const formId = await makeForm(ctx, { tenantId: TenantId.parse(tenantId) }, { elements: INTAKE_ELEMENTS })
  await ctx.pools.end()
  const started = [workflows[0], workflows[LIMITED]].flatMap((workflow) => workflow ?? [])
  await database.admin((admin) =>
    admin.query(
      `insert into workflow_triggers (tenant_id, workflow_id, form_id, field_mapping) select $1, id, $2, '{}' from unnest($3::uuid[]) id`,
      [tenantId, formId, started],
    ),
  )
  return { formId, started }
}

/** Where responses go: 0 is the form that most answer, then one of each small tenant, then the others of the large one. */
async function putForms(admin: Admin, { tenantId, teams }: GrowthWorld, formId: string): Promise<void> {
  await admin.query(`create table growth.forms (place int primary key, tenant_id uuid, form_id uuid);
    insert into growth.forms select 0, '${tenantId}', '${formId}';
    insert into forms (tenant_id, title, current_version, last_version)
      select tenant_id, 'Intake', 1, 1 from growth.places where place > 0;
    insert into growth.forms select p.place, f.tenant_id, f.id from growth.places p join forms f on f.tenant_id = p.tenant_id
      where p.place > 0;
    insert into growth.forms select ${SMALL} + row_number() over (order by id), tenant_id, id from forms
      where tenant_id = '${tenantId}' and id <> '${formId}'`)
  await admin.query(
    `insert into form_access (tenant_id, form_id, team_id)
     select tenant_id, form_id, ($1::uuid[])[1 + place % cardinality($1::uuid[])] from growth.forms where place > ${SMALL} and place % 10 = 0`,
    [teams.slice(1)],
  )
  await admin.query(
    `update forms set visibility = 'limited' where id in (select form_id from growth.forms where place > ${SMALL} and place % 10 = 0)`,
  )
  await admin.query('update tenants set access_epoch = access_epoch + 1 where id = $1', [tenantId])
}

async function fill(
  { admin, each }: Crew,
  tenantId: string,
  responses: number,
  large: { formId: string; started: string[] },
) {
  await loadInstances({ admin, each }, INSTANCES)
  await admin.query(
    `create table growth.instances as select row_number() over () - 1 as at, id from instances where tenant_id = $1`,
    [tenantId],
  )
  await each(slicesOf(responses), (client, bounds) => client.query(RESPONSES, [...bounds, responses]))
  await each(ofLarge(large.started), (client, text) => client.query(text, [tenantId, large.formId]))
  await admin.query(`update form_submissions s set file_count = 1 from documents d
    where d.submission_id = s.id and d.tenant_id = s.tenant_id`)
  await admin.query(COUNTERS, [tenantId, large.formId])
}

/** So many responses, a fifth of them to one form; `say` tells how far it is. */
export async function loadForms(
  database: TestDatabase,
  world: GrowthWorld,
  responses: number,
  say: (line: string) => void,
): Promise<LoadedForms> {
  const { tenantId, members } = world
  await database.admin((admin) => putManyForms(admin, tenantId, members[0] ?? '', FORMS))
  const large = await makeLarge(database, world)
  const { formId } = large
  const loaded: LoadedForms = { responses: 0, own: 0, bytes: 0, formId, response: '', receipt: '' }
  await withCrew(database, async (crew) => {
    const { admin } = crew
    await putPlaces(admin, world)
    await putForms(admin, world, formId)
    await withoutIndexes(crew, async () => {
      await fill(crew, tenantId, responses, large)
      say('responses')
    })
    say('indexes')
    loaded.response = await found(
      admin,
      `select submission_id as id from documents where tenant_id = $1 and form_id = $2 order by id offset $3 limit 1`,
      [tenantId, formId, Math.floor(responses / 100)],
    )
    loaded.receipt = await found(admin, 'select receipt as id from form_submissions where tenant_id = $1 and id = $2', [
      tenantId,
      loaded.response,
    ])
    await admin.query('drop schema growth cascade')
    await settle(crew)
    loaded.responses = await counted(admin, '(select count(*) from form_submissions)')
    loaded.own = await counted(admin, '(select count(*) from form_submissions where tenant_id = $1 and form_id = $2)', [
      tenantId,
      formId,
    ])
    loaded.bytes = await counted(admin, 'pg_database_size(current_database())')
    say(`settled: ${(loaded.bytes / 2 ** 30).toFixed(1)} GB`)
  })
  return loaded
}
