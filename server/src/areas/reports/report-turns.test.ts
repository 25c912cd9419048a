import { availableParallelism } from 'node:os'
import { expect, test } from 'vitest'
import { coresForQueries, createReportTurns, inPageTurn, inQueryTurn } from './report-turns.ts'

/** Queries that answer when they are told to; who began is kept in order. */
function queries() {
  const inTurn = createReportTurns({ ofPerson: 2, ofTenant: 3, ofProcess: 4, waitingOfPerson: 2, refusal: 'Too many' })
  const began: string[] = []
  const ends = new Map<string, (() => void)[]>()
  const ask = (tenantId: string, memberId: string) =>
    inTurn({ tenantId, memberId }, () => {
      const who = `${tenantId} ${memberId}`
      began.push(who)
      return new Promise<void>((end) => ends.set(who, [...(ends.get(who) ?? []), end]))
    })
  const end = async (who: string) => {
    ends.get(who)?.shift()?.()
    await new Promise(setImmediate)
  }
  return { ask, began, end }
}

test('a person, an organization, and the process have a few queries at a time', async () => {
  const { ask, began, end } = queries()
  for (const member of ['ada', 'ada', 'ada', 'ben', 'cleo']) void ask('north', member)
  expect(began).toEqual(['north ada', 'north ada', 'north ben'])
  for (const member of ['dora', 'emil']) void ask('south', member)
  expect(began.slice(3)).toEqual(['south dora'])
  await end('north ben')
  // The organization with fewer queries under way goes first, though it asked later.
  expect(began.slice(4)).toEqual(['south emil'])
  await end('south dora')
  expect(began.slice(5)).toEqual(['north cleo'])
  await end('north ada')
  expect(began.slice(6)).toEqual(['north ada'])
})

test('a person who has too many waiting is refused, and nobody else is', async () => {
  const { ask, began, end } = queries()
  for (const _ of ['runs', 'runs', 'waits', 'waits']) void ask('north', 'ada')
  await expect(ask('north', 'ada')).rejects.toThrow('Too many')
  void ask('north', 'ben')
  expect(began).toEqual(['north ada', 'north ada', 'north ben'])
  await end('north ada')
  expect(began.slice(3)).toEqual(['north ada'])
})

test('a query that fails gives its turn to the next', async () => {
  const inTurn = createReportTurns({ ofPerson: 1, ofTenant: 1, ofProcess: 1, waitingOfPerson: 1, refusal: '' })
  const ada = { tenantId: 'north', memberId: 'ada' }
  const failing = inTurn(ada, () => Promise.reject(new Error('no such column')))
  const next = inTurn(ada, () => Promise.resolve('answered'))
  await expect(failing).rejects.toThrow('no such column')
  expect(await next).toBe('answered')
})

test('as many queries run as there are cores, and two at least; those of one organization take half', () => {
  expect([1, 2, 3, 16].map(coresForQueries)).toEqual([
    { ofProcess: 2, ofTenant: 1 },
    { ofProcess: 2, ofTenant: 1 },
    { ofProcess: 3, ofTenant: 2 },
    { ofProcess: 16, ofTenant: 8 },
  ])
})

test('a person’s second query waits where their organization has one turn', async () => {
  const turns = { ...coresForQueries(1), ofPerson: 3, waitingOfPerson: 12, refusal: 'Too many' }
  const inTurn = createReportTurns(turns)
  const ada = { tenantId: 'north', memberId: 'ada' }
  const order: string[] = []
  const first = Promise.withResolvers<void>()
  const asked = [
    inTurn(ada, async () => {
      order.push('first begins')
      await first.promise
      order.push('first ends')
    }),
    inTurn(ada, async () => {
      order.push('second begins')
    }),
  ]
  await new Promise(setImmediate)
  expect(order).toEqual(['first begins'])
  first.resolve()
  await Promise.all(asked)
  expect(order).toEqual(['first begins', 'first ends', 'second begins'])
})

test('pages are read while slow queries of two organizations take every turn there is', async () => {
  let end = () => {}
  const ended = new Promise<void>((resolve) => {
    end = resolve
  })
  const asked = ['north', 'south'].flatMap((tenantId) =>
    Array.from({ length: availableParallelism() + 1 }, (_, n) =>
      inQueryTurn({ tenantId, memberId: String(n) }, () => ended),
    ),
  )
  const east = { tenantId: 'east', memberId: 'ada' }
  let isTried = false
  const tried = inQueryTurn(east, async () => {
    isTried = true
  })
  expect(await inPageTurn(east, () => Promise.resolve('a page'))).toBe('a page')
  expect(isTried).toBe(false)
  end()
  await Promise.all([...asked, tried])
})
