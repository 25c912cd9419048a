/**
 * Fills an empty database with the story that tests and screens are shown with, and says who can sign in. The engine
 * runs as long as the telling takes, beside one that runs already.
 */
import type { TeamId } from '@throughline/contracts/ids'
import { Cast } from '../../test/cast.ts'
import {
  makeInvited,
  makeMember,
  makePerson,
  makeTeam,
  makeTenant,
  placeMember,
  setMemberStatus,
  type Tenant,
} from '../../test/factories.ts'
import { findStory } from '../../test/find-story.ts'
import { createPapers } from '../../test/papers.ts'
import { seedBilling } from '../../test/seed-billing.ts'
import { seedDocuments } from '../../test/seed-documents.ts'
import { seedForms } from '../../test/seed-forms.ts'
import { seedIntegrations } from '../../test/seed-integrations.ts'
import { seedPast } from '../../test/seed-past.ts'
import { seedReports } from '../../test/seed-reports.ts'
import { seedResponses } from '../../test/seed-responses.ts'
import { seedRunning } from '../../test/seed-running.ts'
import { seedSchedules } from '../../test/seed-schedules.ts'
import { seedStaff } from '../../test/seed-staff.ts'
import { seedStarts } from '../../test/seed-starts.ts'
import { seedWebsites } from '../../test/seed-websites.ts'
import { seedWorkflows } from '../../test/seed-workflows.ts'
import {
  emailOf,
  HARBOR_VALE,
  INDIVIDUAL,
  NORTHGATE,
  STAFF,
  type StoryFirm,
  type StoryMember,
  usernameOf,
} from '../../test/story.ts'
import { startProcesses } from '../../test/worker.ts'
import { replaceOrganization } from '../areas/org/organization.queries.ts'
import { changeProfile } from '../areas/profile/profile.queries.ts'
import { readConfig } from '../core/config.ts'
import type { Context } from '../core/context.ts'
import { inIdentity } from '../core/db/in-identity.ts'
import { inTenant } from '../core/db/in-tenant.ts'
import { migrate, readMigrations } from '../core/db/migrate.ts'
import { asMigrator } from '../core/db/migrator.ts'
import { createRuntime } from '../core/runtime.ts'

const SEED_PASSWORD = 'throughline'
const say = (line: string) => void process.stdout.write(`${line}\n`)

async function personOf(ctx: Context, firm: StoryFirm, member: StoryMember) {
  const personId = await makePerson(ctx, {
    username: usernameOf(member.name),
    name: member.name,
    email: emailOf(member, firm),
    password: SEED_PASSWORD,
  })
  await inIdentity(ctx, personId, ({ db }) => changeProfile(db, personId, { time_zone: firm.zone }))
  return personId
}

type Placement = Pick<Parameters<typeof placeMember>[3], 'teamId' | 'otherTeams' | 'department'>

async function awaitMember(
  ctx: Context,
  tenant: Tenant,
  firm: StoryFirm,
  member: StoryMember,
  days: number,
  place: Placement,
) {
  const spec = { name: member.name, email: emailOf(member, firm), role: member.role, teamId: place.teamId }
  const memberId = await makeInvited(ctx, tenant, spec)
  const expires_at = new Date(Date.now() + days * 86_400_000)
  await inTenant(ctx, tenant, ({ db, tenantId }) =>
    db
      .updateTable('invitations')
      .set({ expires_at })
      .where('tenant_id', '=', tenantId)
      .where('member_id', '=', memberId)
      .execute(),
  )
}

async function settle(ctx: Context, tenant: Tenant, firm: StoryFirm, member: StoryMember, place: Placement) {
  if (member.invited !== undefined) return awaitMember(ctx, tenant, firm, member, member.invited, place)
  const personId = await personOf(ctx, firm, member)
  const { name, role } = member
  const memberId = await makeMember(ctx, tenant, { personId, name, email: emailOf(member, firm), role, ...place })
  if (member.suspended) await setMemberStatus(ctx, tenant.tenantId, memberId, 'suspended')
}

async function foundFirm(ctx: Context, firm: StoryFirm) {
  const [founder, ...others] = firm.members
  if (!founder) throw new Error(`${firm.name} has no founder`)
  const tenant = await makeTenant(ctx, await personOf(ctx, firm, founder), 'organization', firm.name, firm.zone)
  const { profile } = firm
  if (profile) await inTenant(ctx, tenant, (tx) => replaceOrganization(tx.db, tx.tenantId, profile))
  const teams = new Map<string, TeamId>()
  for (const [name, description] of Object.entries(firm.teams)) {
    teams.set(name, await makeTeam(ctx, tenant.tenantId, name, description))
  }
  const placeOf = (member: StoryMember): Placement => {
    const [teamId, ...otherTeams] = member.teams.flatMap((name) => teams.get(name) ?? [])
    return { teamId, otherTeams, department: member.teams[0] }
  }
  await placeMember(ctx, tenant.tenantId, tenant.ownerId, placeOf(founder))
  for (const member of others) await settle(ctx, tenant, firm, member, placeOf(member))
  say(`${firm.name}: ${firm.members.length} people in ${teams.size} ${teams.size === 1 ? 'team' : 'teams'}`)
  return teams
}

async function makeAlone(ctx: Context, who: typeof INDIVIDUAL) {
  const personId = await makePerson(ctx, { ...who, password: SEED_PASSWORD })
  await makeTenant(ctx, personId, 'personal', 'My workspace')
}

/** Being staff is granted by whoever runs the installation, never by the application. */
const makeInternal = (username: string) =>
  asMigrator(async (client) => {
    await client.query('set role tl_auth')
    await client.query('update people set is_internal = true where username_key = $1', [username])
  })

async function foundAll(ctx: Context, cast: Cast) {
  const teams = await foundFirm(ctx, HARBOR_VALE)
  const workflows = await seedWorkflows(ctx, cast, teams)
  const forms = await seedForms(ctx, cast, teams)
  await seedIntegrations(ctx, cast)
  await seedWebsites(ctx, cast, forms.intake)
  await foundFirm(ctx, NORTHGATE)
  await makeAlone(ctx, INDIVIDUAL)
  await makeAlone(ctx, STAFF)
  await makeInternal(STAFF.username)
  await seedStaff(ctx, cast)
  return { workflows, forms }
}

async function tell(ctx: Context) {
  const cast = new Cast(ctx)
  const papers = createPapers(ctx.config)
  const place = { ctx, cast, papers }
  const telling = foundAll(ctx, cast).then(async ({ workflows, forms }) => {
    const instances = await seedRunning(place, workflows)
    const documents = await seedDocuments(place, workflows)
    await seedResponses(ctx, cast, forms, workflows.clients)
    await seedSchedules(ctx, cast, workflows.clients)
    await seedStarts(ctx, cast, workflows.clients)
    await seedBilling(ctx, cast)
    const reports = await seedReports(ctx, cast)
    return { instances, documents, reports, past: await seedPast(place) }
  })
  const [told, engine] = await Promise.all([telling, startProcesses(process.env)])
  say(
    `${HARBOR_VALE.name}: ${told.instances} instances, ${told.documents} documents beside those of their tasks, ${told.reports} reports`,
  )
  say(`${told.past} more instances that ended in the weeks before`)
  await engine.stop()
  papers.close()
  await cast.goHome()
}

await asMigrator(async (client) => migrate(client, await readMigrations(), say))
const { ctx, closing } = createRuntime(readConfig({ ...process.env, LOG_LEVEL: 'warn' }), 'api')
const { state, taken } = await findStory(ctx)
const isFree = taken.length === 0
if (state === 'whole') say('The story is already here. `pnpm stack reset` empties everything.')
else if (isFree)
  await tell(ctx).catch((error: unknown) => {
    say('The story was not told to its end. `pnpm stack reset` empties everything, then seed again.')
    throw error
  })
for (const [, close] of closing) await close()

if (state === 'whole' || isFree) {
  say(`\nSign in at the address that pnpm dev or pnpm start shows, with the password "${SEED_PASSWORD}":`)
  say('  helena   owner    Harbor & Vale')
  say('  maya     admin    Harbor & Vale')
  say('  priya    manager  Harbor & Vale')
  say('  ana      member   Harbor & Vale')
  say('  farid    viewer   Harbor & Vale')
  say('  callum   admin    Northgate Audit')
  say('  sam      an individual with a workspace of their own')
  say('  ida      internal staff, also on the admin host')
} else {
  if (state === 'begun') say('The story was begun by an earlier `pnpm seed` and not told to its end.')
  else
    say(
      `Nothing was seeded, because the story needs what somebody has already, or an earlier \`pnpm seed\` was stopped: ${taken.join(', ')}.`,
    )
  say('`pnpm stack reset` empties everything.')
  process.exitCode = 1
}
