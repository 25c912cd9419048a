import { ApiError } from '@throughline/contracts/client'
import { draftByCopilot } from '@throughline/contracts/copilot'
import { expect, test } from 'vitest'
import { sharedApi } from '../../../test/api.ts'
import { makeTeam } from '../../../test/factories.ts'
import { verdict } from '../../../test/verdict.ts'
import { createWorld } from '../../../test/world.ts'

const api = await sharedApi()
const { ours, theirs, actors } = await createWorld(api)
const { client } = actors.member

const draft = (query: string) => client(draftByCopilot, { body: { query } })

test('drafts with the teams of the workspace, says what wrote it, and keeps nothing', async () => {
  const finance = await makeTeam(api.ctx, ours.tenantId, 'Finance')
  await makeTeam(api.ctx, theirs.tenantId, 'Legal')
  const drafted = await draft('Someone asks for a purchase. Finance and legal approve it.')
  expect(drafted).toMatchObject({ drafter: 'rules', name: 'Purchase request', type: 'sequential' })
  const approval = Object.values(drafted.steps).find(({ type }) => type === 'approval')
  expect(approval).toMatchObject({ approvers: [{ team: finance }, { role: 'Member' }], rule: 'all' })
  expect(drafted.reading.at(-1)).toMatchObject({ step: approval?.id, text: expect.stringContaining('“legal”') })
  const kept = await api.database.admin((admin) =>
    admin.query('select from workflows where tenant_id = $1 union all select from templates where tenant_id = $1', [
      ours.tenantId,
    ]),
  )
  expect(kept.rowCount).toBe(0)
})

test('says which sentences it understands when it understood none', async () => {
  const refused = await draft('Lorem ipsum dolor sit amet.').catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(ApiError)
  expect(refused).toMatchObject({ status: 422, message: 'Failed to generate workflow' })
  expect(refused).toHaveProperty('detail', expect.stringContaining('If it is over 1,000, the manager approves'))
})

test('needs a text', async () => {
  expect(await verdict(draft('  '))).toBe('422 invalid_request')
  expect(await verdict(draft('x'.repeat(4001)))).toBe('422 invalid_request')
})
