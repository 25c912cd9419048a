import { afterAll, describe, expect, test } from 'vitest'
import { COMPANY_MAPPING, makePublishedForm, storeResponse } from '../../../../test/form-responses.ts'
import { makeTrigger } from '../../../../test/forms.ts'
import { createShop } from '../../../../test/paying.ts'
import { createStartWaitingActivities } from './start-waiting.activities.ts'

const shop = await createShop()
afterAll(() => shop.close())

describe('responses to a form', () => {
  test('that find no run left are held and begin by themselves, oldest first and once', async () => {
    const { ctx } = shop.api
    const { client, tenant, tenantId } = await shop.newLimited({ runs: 2 })
    const form = await makePublishedForm(ctx, tenant)
    const { workflowId } = await makeTrigger(ctx, tenant, form, { mapping: COMPANY_MAPPING })
    const responses: string[] = []
    for (let at = 0; at < 5; at++) responses.push(await storeResponse(ctx, tenant, form))
    const statesOf = () =>
      shop.rows<{ submission_id: string; state: string; code: string | null }>(
        `select submission_id, state, reason ->> 'code' as code from submission_starts where tenant_id = $1 order by submission_id`,
        [tenantId],
      )
    const held = (await statesOf()).filter(({ code }) => code === 'limit').map((row) => row.submission_id)
    expect(held).toEqual(responses.slice(2))
    const releases = await shop.rows(
      `select from outbox where payload->>'workflow' = 'releaseStarts' and tenant_id = $1`,
      [tenantId],
    )
    expect(releases.length).toBeGreaterThan(0)
    const activities = createStartWaitingActivities(ctx)
    const tryAgain = () => activities.startSome({ tenantId, workflowId })
    await tryAgain()
    expect((await statesOf()).filter(({ state }) => state === 'started')).toHaveLength(2)

    const woken = () =>
      shop.rows(`select from outbox where payload->>'workflowId' = $1`, [`start-waiting:${tenantId}:${workflowId}`])
    expect(await woken()).toEqual([])
    await shop.verify(client, shop.pay(await shop.order(client, 'Team US monthly')))
    expect(await woken()).not.toEqual([])
    await tryAgain()
    await tryAgain()
    const begun = await shop.rows<{ id: string }>(
      `select s.submission_id as id from instances i join submission_starts s on (s.tenant_id, s.instance_id) = (i.tenant_id, i.id)
       where i.tenant_id = $1 order by i.number`,
      [tenantId],
    )
    expect(begun.map(({ id }) => id)).toEqual(responses)
  })
})
