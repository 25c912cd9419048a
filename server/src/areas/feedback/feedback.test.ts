import { sendFeedback } from '@throughline/contracts/feedback'
import { describe, expect, test } from 'vitest'
import { sharedApi } from '../../../test/api.ts'
import { verdict } from '../../../test/verdict.ts'
import { createWorld } from '../../../test/world.ts'

const api = await sharedApi()
const { ours, actors } = await createWorld(api)
const { client } = actors.viewer

const kept = async () => {
  const found = await api.database.admin((admin) => admin.query('select * from feedback order by id desc limit 1'))
  return found.rows[0]
}

describe('feedback', () => {
  test('needs nothing, and is kept with who said it and where', async () => {
    expect(await client(sendFeedback, { body: {} })).toEqual({ status: 'ok' })
    expect(await kept()).toMatchObject({
      tenant_id: ours.tenantId,
      person_id: actors.viewer.user.id,
      feedback_type: 'general_request',
      rating: null,
      feedback: '',
      resolved: false,
    })
  })

  test('is kept as it was said', async () => {
    const said = {
      feedback_type: 'bug_report' as const,
      rating: 1,
      ease_of_use: 2,
      recommendation: 3,
      usefulness: 5,
      feedback: "It's 'quoted' — <b>é</b>",
    }
    await client(sendFeedback, { body: said })
    expect(await kept()).toMatchObject(said)
  })

  test.each([{ rating: 0 }, { rating: 6 }, { usefulness: 1.5 }, { feedback: 'x'.repeat(5_001) }])(
    'is not %j',
    async (body) => {
      expect(await verdict(client(sendFeedback, { body }))).toBe('422 invalid_request')
    },
  )

  test('can be read by no role of the product that people work with', async () => {
    for (const role of ['tl_api', 'tl_worker', 'tl_identity', 'tl_public']) {
      const may = await api.database.admin((admin) =>
        admin.query(`select has_table_privilege($1, 'feedback', 'select, update, delete') as may`, [role]),
      )
      expect(may.rows, role).toEqual([{ may: false }])
    }
  })
})
