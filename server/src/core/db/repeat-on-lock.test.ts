import { fastify } from 'fastify'
import { sql } from 'kysely'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { sharedApi } from '../../../test/api.ts'
import { makeTeam, makeTenant } from '../../../test/factories.ts'
import { makeSomeone } from '../../../test/someone.ts'
import { handleError } from '../http/error-handler.ts'
import { inTenant } from './in-tenant.ts'
import { repeatOnLock } from './repeat-on-lock.ts'

const refusedBy = (code: string) => Object.assign(new Error('refused by the database'), { code })

describe('an act', () => {
  afterEach(() => {
    vi.useRealTimers()
  })

  test.each(['40P01', '55P03'])('that fails with %s is repeated until it is done', async (code) => {
    const act = vi.fn<() => Promise<string>>().mockResolvedValue('done')
    act.mockRejectedValueOnce(refusedBy(code)).mockRejectedValueOnce(refusedBy(code))
    expect(await repeatOnLock(act)).toBe('done')
    expect(act).toHaveBeenCalledTimes(3)
  })

  test('is repeated three times and no more; then it is answered with 503', async () => {
    const act = vi.fn<() => Promise<never>>().mockRejectedValue(refusedBy('40P01'))
    const app = fastify()
    app.setErrorHandler(handleError)
    app.get('/', () => repeatOnLock(act))
    const answer = await app.inject('/')
    expect(act).toHaveBeenCalledTimes(4)
    expect([answer.statusCode, answer.headers['retry-after'], answer.json()]).toMatchObject([
      503,
      '1',
      { code: 'busy' },
    ])
  })

  test('is not repeated after five seconds', async () => {
    vi.useFakeTimers()
    const act = vi.fn(async () => {
      vi.setSystemTime(Date.now() + 2_600)
      throw refusedBy('55P03')
    })
    const acted = expect(repeatOnLock(act)).rejects.toThrow('refused by the database')
    await vi.runAllTimersAsync()
    await acted
    expect(act).toHaveBeenCalledTimes(2)
  })

  test('that fails for another reason is not repeated', async () => {
    const act = vi.fn<() => Promise<never>>().mockRejectedValue(refusedBy('23505'))
    await expect(repeatOnLock(act)).rejects.toThrow('refused by the database')
    expect(act).toHaveBeenCalledOnce()
  })
})

test('two acts that lock the same rows in opposite order are both done, each once', async () => {
  const { ctx } = await sharedApi()
  const { tenantId } = await makeTenant(ctx, (await makeSomeone(ctx)).personId, 'organization', 'Crossing')
  const teams = [await makeTeam(ctx, tenantId, 'First'), await makeTeam(ctx, tenantId, 'Second')]
  const met = Promise.withResolvers<void>()
  let began = 0
  const act = (order: readonly string[]) =>
    repeatOnLock(() =>
      inTenant(ctx, { tenantId }, async ({ db }) => {
        for (const [place, id] of order.entries()) {
          await sql`update teams set version = version + 1 where tenant_id = ${tenantId} and id = ${id}`.execute(db)
          if (place === 0 && ++began === 2) met.resolve()
          await met.promise
        }
      }),
    )
  await Promise.all([act(teams), act(teams.toReversed())])
  expect(began).toBe(3)
  const { rows } = await inTenant(ctx, { tenantId }, ({ db }) =>
    sql<{ version: number }>`select version from teams where tenant_id = ${tenantId} and id = any (${teams})`.execute(
      db,
    ),
  )
  expect(rows).toEqual([{ version: 3 }, { version: 3 }])
})
