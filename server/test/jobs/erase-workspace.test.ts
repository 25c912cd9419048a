import { paginateListObjectsV2 } from '@aws-sdk/client-s3'
import { addInstanceComment } from '@throughline/contracts/comments'
import { Document } from '@throughline/contracts/documents'
import { InstanceId } from '@throughline/contracts/ids'
import { updateProfile, uploadPhoto } from '@throughline/contracts/profile'
import { afterAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { createDeleteAccountActivities } from '../../src/areas/profile/delete-account.activities.ts'
import { sealBatch } from '../../src/core/audit/seal.ts'
import { signTenantHead } from '../../src/core/audit/sign-heads.ts'
import { createRelayPool } from '../../src/core/db/in-relay.ts'
import { createPools } from '../../src/core/db/pools.ts'
import { createErasureActivities } from '../../src/core/erasure/erase-workspaces.activities.ts'
import { tenantKey } from '../../src/core/keys/tenant-key.ts'
import { createObjectStore } from '../../src/core/storage/object-store.ts'
import { createTemporal } from '../../src/core/temporal/client.ts'
import { createTestApi, signIn } from '../api.ts'
import { createDesk } from '../documents-desk.ts'
import { makeMember, makeTenant } from '../factories.ts'
import { foundInDatabase } from '../found-in-database.ts'
import { picture } from '../picture.ts'
import { ENGINE_AWAY } from '../queued-mails.ts'
import { makeInstance, makeWorkflow } from '../running-world.ts'
import { makeSomeone, unique } from '../someone.ts'
import { createWorld } from '../world.ts'

const api = await createTestApi(ENGINE_AWAY)
const { database } = api
const config = { ...api.ctx.config, TEMPORAL_ADDRESS: process.env.TEMPORAL_ADDRESS ?? '' }
const pools = createPools(config, 'worker', () => undefined)
const ctx = { ...api.ctx, config, pools }
const desk = createDesk(api, await createWorld(api))
const { storage } = desk
const temporal = createTemporal(config, ctx.keyring)
const relay = createRelayPool(config, () => undefined)
const objects = createObjectStore(config)
const { eraseAccount } = createDeleteAccountActivities(ctx, storage)
const { closedWorkspaces, eraseWorkspace } = createErasureActivities({ ctx, storage, engine: temporal.client })

afterAll(async () => {
  desk.close()
  objects.close()
  await Promise.all([relay.end(), pools.end(), temporal.close()])
  await api.close()
})

/** Keys that name this id anywhere. */
async function keysNaming(id: string): Promise<string[]> {
  const keys: string[] = []
  for await (const page of paginateListObjectsV2({ client: objects.client }, { Bucket: objects.bucket })) {
    for (const { Key = '' } of page.Contents ?? []) if (Key.includes(id)) keys.push(Key)
  }
  return keys
}

/** One that was checked lies in the tenant's folder, the other in quarantine. */
async function addFile(
  by: Awaited<ReturnType<typeof signIn>>,
  tenantId: string,
  content: string,
  name: string,
  checked: boolean,
) {
  const form = desk.formOf('files', content, name, { document_type: 'general', metadata: '{}' })
  const { status, body } = await desk.send('/v1/documents/', form, by)
  expect(status).toBe(201)
  const [made] = z.parse(z.array(Document), body)
  if (checked) await desk.activities.scanVersion({ tenantId, documentId: made?.id ?? '', number: 1 })
}

/** Somebody's own workspace with running work, a file and a comment, each of which says `word`. */
async function makeWorkspace(word: string) {
  const someone = await makeSomeone(ctx, { name: word, username: word })
  const tenant = await makeTenant(ctx, someone.personId, 'personal', word)
  const { tenantId, ownerId } = tenant
  const session = await signIn(api, someone.username)
  const workflow = await makeWorkflow(ctx, tenant)
  const instance = InstanceId.parse(await makeInstance(ctx, tenantId, workflow, { name: word, startedBy: ownerId }))
  await session.client(addInstanceComment, { params: { instanceId: instance }, body: { content: word } })
  await addFile(session, tenantId, word, `${word} checked.txt`, true)
  await addFile(session, tenantId, word, `${word} waiting.txt`, false)
  await tenantKey(ctx, tenantId)
  return { ...someone, ...session, tenantId, instance }
}

const due = async (personId: string) => {
  const { rows } = await database.admin((admin) =>
    admin.query<{ deletes_at: Date }>(
      `update people set deletes_at = date_trunc('milliseconds', now()) where id = $1 returning deletes_at`,
      [personId],
    ),
  )
  return (rows[0]?.deletes_at ?? new Date()).toISOString()
}

const seal = async () => {
  while ((await sealBatch(relay)).more);
}

test('with an account, its workspace goes: runs, files, keys and rows; the chain keeps hashes', async () => {
  const word = unique('canary')
  const { personId, tenantId, instance, client, user } = await makeWorkspace(word)
  const neighbour = await makeWorkspace(unique('neighbour'))
  await client(uploadPhoto, { params: { userId: user.id } }, { form: picture('photo') })
  const workflowId = `instance:${tenantId}:${instance}`
  await temporal.startWorkflow({ workflow: 'runInstance', workflowId, args: {} })
  await seal()
  await signTenantHead(ctx, storage.records, tenantId)
  expect((await foundInDatabase(database, word)).length).toBeGreaterThan(5)

  await eraseAccount({ personId, at: await due(personId) })
  expect(await closedWorkspaces()).toEqual([tenantId])
  // What happened last is sealed before it is stripped.
  await expect(eraseWorkspace(tenantId)).rejects.toThrow('audit_pending')
  expect(await closedWorkspaces()).toEqual([tenantId])
  await seal()
  await eraseWorkspace(tenantId)
  expect(await closedWorkspaces()).toEqual([])
  await eraseWorkspace(tenantId)

  expect(await foundInDatabase(database, word)).toEqual([])
  const named = await foundInDatabase(database, tenantId)
  expect(named.toSorted()).toEqual(['audit_heads', 'audit_log', 'tenants'])
  expect((await keysNaming(tenantId)).every((key) => key.startsWith('audit-heads/'))).toBe(true)
  expect(await keysNaming(personId)).toEqual([])
  const { status } = await temporal.client.workflow.getHandle(workflowId).describe()
  expect(status.name).toBe('TERMINATED')

  expect((await foundInDatabase(database, neighbour.username)).length).toBeGreaterThan(5)
  expect((await keysNaming(neighbour.tenantId)).length).toBeGreaterThan(0)
}, 60_000)

test('in organizations that a person has left, neither name nor address of them is left', async () => {
  const word = unique('gone')
  const someone = await makeSomeone(ctx, { name: word, username: word })
  const firm = await makeTenant(ctx, (await makeSomeone(ctx)).personId, 'organization', 'Firm')
  const memberId = await makeMember(ctx, firm, { ...someone, name: word, role: 'member' })
  const session = await signIn(api, someone.username)
  await session.client(updateProfile, { params: { userId: session.user.id }, body: { time_zone: 'Europe/Paris' } })
  await seal()
  await database.admin((admin) => admin.query(`update members set status = 'removed' where id = $1`, [memberId]))
  await eraseAccount({ personId: someone.personId, at: await due(someone.personId) })
  await seal()
  for (const tenantId of await closedWorkspaces()) await eraseWorkspace(tenantId)
  expect(await foundInDatabase(database, word)).toEqual([])
  const { rows } = await database.admin((admin) => admin.query('select name from members where id = $1', [memberId]))
  expect(rows).toEqual([{ name: 'Deleted account' }])
}, 30_000)
