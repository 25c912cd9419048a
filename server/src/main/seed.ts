/** Fills an empty database with the story that tests and screens are shown with, and says who can sign in. */
import pg from 'pg'
import { makeMember, makePerson, makeTeam, makeTenant, type Tenant } from '../../test/factories.ts'
import { emailOf, HARBOR_VALE, INDIVIDUAL, NORTHGATE, STAFF, type StoryFirm, usernameOf } from '../../test/story.ts'
import { findLogin } from '../areas/auth/auth.queries.ts'
import { readConfig } from '../core/config.ts'
import type { Context } from '../core/context.ts'
import { inIdentity } from '../core/db/in-identity.ts'
import { createRuntime } from '../core/runtime.ts'

const SEED_PASSWORD = 'throughline'
const say = (line: string) => process.stdout.write(`${line}\n`)

async function hire(
  ctx: Context,
  firm: StoryFirm,
  tenant: Tenant,
  teams: Map<string, Awaited<ReturnType<typeof makeTeam>>>,
) {
  for (const member of firm.members.slice(1)) {
    const email = emailOf(member.name, firm)
    const username = usernameOf(member.name)
    const personId = await makePerson(ctx, { username, name: member.name, email, password: SEED_PASSWORD })
    const teamId = teams.get(member.team)
    await makeMember(ctx, tenant, {
      personId,
      name: member.name,
      email,
      role: member.role,
      ...(teamId ? { teamId } : {}),
      ...(member.department ? { department: member.department } : {}),
    })
  }
}

async function foundFirm(ctx: Context, firm: StoryFirm) {
  const [founder] = firm.members
  if (!founder) throw new Error(`${firm.name} has no founder`)
  const personId = await makePerson(ctx, {
    username: usernameOf(founder.name),
    name: founder.name,
    email: emailOf(founder.name, firm),
    password: SEED_PASSWORD,
  })
  const tenant = await makeTenant(ctx, personId, 'organization', firm.name, firm.zone)
  const teams = new Map<string, Awaited<ReturnType<typeof makeTeam>>>()
  for (const [name, description] of Object.entries(firm.teams)) {
    teams.set(name, await makeTeam(ctx, tenant.tenantId, name, description))
  }
  await hire(ctx, firm, tenant, teams)
  say(`${firm.name}: ${firm.members.length} people in ${teams.size} ${teams.size === 1 ? 'team' : 'teams'}`)
}

async function makeAlone(ctx: Context, who: typeof INDIVIDUAL) {
  const personId = await makePerson(ctx, { ...who, password: SEED_PASSWORD })
  await makeTenant(ctx, personId, 'personal', 'My workspace')
}

/** Being staff is granted by whoever runs the installation, never by the application. */
async function makeInternal(username: string) {
  const client = new pg.Client({
    host: process.env.PG_HOST,
    port: Number(process.env.PG_DIRECT_PORT),
    database: process.env.PG_DATABASE,
    user: 'tl_migrator',
    password: process.env.PG_PASSWORD_TL_MIGRATOR,
  })
  await client.connect()
  try {
    await client.query('set role tl_auth')
    await client.query('update people set is_internal = true where username_key = $1', [username])
  } finally {
    await client.end()
  }
}

const { ctx, closing } = createRuntime(readConfig({ ...process.env, LOG_LEVEL: 'warn' }), 'api')
const seeded = await inIdentity(ctx, undefined, ({ db }) =>
  findLogin(db, usernameOf(HARBOR_VALE.members[0]?.name ?? '')),
)
if (seeded) {
  say('The story is already here. `pnpm stack reset` empties everything.')
} else {
  await foundFirm(ctx, HARBOR_VALE)
  await foundFirm(ctx, NORTHGATE)
  await makeAlone(ctx, INDIVIDUAL)
  await makeAlone(ctx, STAFF)
  await makeInternal(STAFF.username)
}
for (const [, close] of closing) await close()

say(`\nSign in at ${ctx.config.APP_ORIGIN} with the password "${SEED_PASSWORD}":`)
say('  helena   owner    Harbor & Vale')
say('  maya     admin    Harbor & Vale')
say('  priya    manager  Harbor & Vale')
say('  ana      member   Harbor & Vale')
say('  farid    viewer   Harbor & Vale')
say('  callum   admin    Northgate Audit')
say('  sam      an individual with a workspace of their own')
say(`  ida      internal staff, also at ${ctx.config.ADMIN_ORIGIN}`)
