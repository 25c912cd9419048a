import type { MemberId, TeamId } from '@throughline/contracts/ids'
import { expect } from 'vitest'
import { beginAccessChange } from '../../src/areas/org/access-change.queries.ts'
import { inTenant } from '../../src/core/db/in-tenant.ts'
import type { TenantTx } from '../../src/core/db/tenant-tx.ts'
import { findSession } from '../../src/core/http/session.ts'
import type { Viewer } from '../../src/core/http/viewer.ts'
import { signIn, type TestApi } from '../api.ts'
import { makeMember, makePerson, makeTeam, makeTenant, type Tenant } from '../factories.ts'
import { unique } from '../someone.ts'
import { workflowDocument } from '../workflow-document.ts'

/** Everyone whom visibility has to tell apart. */
export const VIEWER_NAMES = ['in_team', 'named', 'participant', 'outsider', 'admin', 'owner'] as const
export type ViewerName = (typeof VIEWER_NAMES)[number]

/** One instance of each kind; what an area lists is of one of them. */
export const KINDS = ['open', 'of_team', 'of_person', 'narrowed', 'narrowed_of_team'] as const
export type Kind = (typeof KINDS)[number]

/** Who sees what, as DECISIONS 46 has it. A part in an instance does not open a workflow that names one not. */
const SEEN: Record<ViewerName, readonly Kind[]> = {
  in_team: ['open', 'of_team'],
  named: ['open', 'of_person'],
  participant: ['open', 'narrowed'],
  outsider: ['open'],
  admin: ['open'],
  owner: ['open'],
}

export interface LimitedWorld {
  tenant: Tenant
  teamId: TeamId
  workflows: Record<'open' | 'of_team' | 'of_person', string>
  instances: Record<Kind, string>
  viewers: Record<ViewerName, Viewer>
}

export async function insertWorkflow(tx: TenantTx, name: string, visibility: 'everyone' | 'limited') {
  const tenant_id = tx.tenantId
  const prefix = unique('P').slice(-20)
  const { id } = await tx.db
    .insertInto('workflows')
    .values({ tenant_id, name, prefix, visibility })
    .returning('id')
    .executeTakeFirstOrThrow()
  const document = JSON.stringify({ ...workflowDocument, name, prefix })
  await tx.db.insertInto('workflow_drafts').values({ tenant_id, workflow_id: id, document }).execute()
  tx.count('workflows', 'active', 1)
  return id
}

export async function insertInstance(tx: TenantTx, workflowId: string, people?: MemberId[]) {
  const { id } = await tx.db
    .insertInto('instances')
    .values({ tenant_id: tx.tenantId, workflow_id: workflowId, narrowed: people !== undefined })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (const member_id of people ?? []) {
    await tx.db.insertInto('instance_people').values({ tenant_id: tx.tenantId, instance_id: id, member_id }).execute()
  }
  return id
}

async function viewerOf(api: TestApi, username: string): Promise<Viewer> {
  const { visitor } = await signIn(api, username)
  const token = visitor.cookies.get('__Host-session') ?? ''
  const viewer = await findSession(api.ctx, token, new URL(visitor.origin).host)
  if (!viewer) throw new Error(`${username} is not signed in`)
  return viewer
}

/** An organization with open, limited and narrowed work, and people inside and outside of each. */
export async function limitedWorld(api: TestApi): Promise<LimitedWorld> {
  const { ctx } = api
  const owner = unique('owner')
  const tenant = await makeTenant(
    ctx,
    await makePerson(ctx, { username: owner, name: owner }),
    'organization',
    'Limited',
  )
  const teamId = await makeTeam(ctx, tenant.tenantId, 'Payroll')
  const hire = async (name: string, role: 'admin' | 'member', team?: TeamId) => {
    const username = unique(name)
    const personId = await makePerson(ctx, { username, name: username })
    const email = `${username}@example.test`
    return { username, id: await makeMember(ctx, tenant, { personId, name: username, email, role, teamId: team }) }
  }
  const people = {
    in_team: await hire('in-team', 'member', teamId),
    named: await hire('named', 'member'),
    participant: await hire('participant', 'member'),
    outsider: await hire('outsider', 'member'),
    admin: await hire('admin', 'admin'),
    owner: { username: owner, id: tenant.ownerId },
  }
  const made = await inTenant(ctx, tenant, async (tx) => {
    const { tenantId: tenant_id } = tx
    const workflows = {
      open: await insertWorkflow(tx, 'Open', 'everyone'),
      of_team: await insertWorkflow(tx, 'Of a team', 'limited'),
      of_person: await insertWorkflow(tx, 'Of a person', 'limited'),
    }
    const access = [
      { tenant_id, workflow_id: workflows.of_team, team_id: teamId },
      { tenant_id, workflow_id: workflows.of_person, member_id: people.named.id },
    ]
    for (const row of access) await tx.db.insertInto('workflow_access').values(row).execute()
    await beginAccessChange(tx.db, tenant_id)
    const part = [people.participant.id]
    const instances = {
      open: await insertInstance(tx, workflows.open),
      of_team: await insertInstance(tx, workflows.of_team),
      of_person: await insertInstance(tx, workflows.of_person),
      narrowed: await insertInstance(tx, workflows.open, part),
      narrowed_of_team: await insertInstance(tx, workflows.of_team, part),
    }
    return { workflows, instances }
  })
  const viewer = (name: ViewerName) => viewerOf(api, people[name].username)
  const viewers = {
    in_team: await viewer('in_team'),
    named: await viewer('named'),
    participant: await viewer('participant'),
    outsider: await viewer('outsider'),
    admin: await viewer('admin'),
    owner: await viewer('owner'),
  }
  return { tenant, teamId, ...made, viewers }
}

/** Which kinds of instances a list shows to somebody, whatever it lists of them. */
export const kindsIn = ({ instances }: LimitedWorld, ids: readonly string[]): Kind[] =>
  KINDS.filter((kind) => ids.includes(instances[kind]))

/**
 * Every list, search and file of later areas is held against this: `list` answers the instances whose rows it shows to
 * the viewer. `more` says what somebody sees beyond the rule.
 */
export async function expectHidden(
  world: LimitedWorld,
  list: (viewer: Viewer) => Promise<readonly string[]>,
  more: Partial<Record<ViewerName, readonly Kind[]>> = {},
): Promise<void> {
  for (const name of VIEWER_NAMES) {
    const shown = kindsIn(world, await list(world.viewers[name]))
    expect(shown, name).toEqual(more[name] ?? SEEN[name])
  }
}
