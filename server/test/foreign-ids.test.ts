import type { EndpointShape } from '@throughline/contracts/endpoint'
import { afterAll, describe, expect, test } from 'vitest'
import { keyOf, type Sample } from './endpoint-samples.ts'
import { createRouteWorld, endpoints } from './route-world.ts'

const { api, changes, theirIds, sampleFor, call } = await createRouteWorld()
afterAll(async () => {
  await changes.close()
  await api.close()
})

const foreign = async (endpoint: EndpointShape): Promise<Sample[]> => {
  const sample = await sampleFor(endpoint)
  const swapped = (part: 'params' | 'body') =>
    Object.entries(sample[part] ?? {})
      .filter(([name]) => /(Id|_ids?)$|^(role|team)$/.test(name))
      // What is sold is nobody's.
      .filter(([name]) => name !== 'plan_id')
      // A published form is anybody's, whichever organization has it.
      .filter(([name]) => name !== 'formId' || endpoint.access !== 'respondent')
      .map(([name, value]) => {
        const id = theirIds[name]
        if (!id) throw new Error(`${keyOf(endpoint)} names ${name}: say which one is theirs`)
        return { ...sample, [part]: { ...sample[part], [name]: Array.isArray(value) ? [...value, id] : id } }
      })
  return [...swapped('params'), ...swapped('body')]
}

describe('an id of another tenant leads nowhere, wherever it stands', () => {
  // Nobody of a tenant gets to those of staff at all, and what is sold is nobody's.
  const named = endpoints.filter(
    ({ path, access }) =>
      access !== 'staff' && /:(?!planId)\w+Id\b/.test(access === 'respondent' ? path.replace(':formId', '') : path),
  )
  test.each(named.map((endpoint) => ({ name: keyOf(endpoint), endpoint })))('$name', async ({ endpoint }) => {
    const variants = await foreign(endpoint)
    expect(variants.length).toBeGreaterThan(0)
    for (const sample of variants) {
      await changes.since()
      expect((await call('owner', endpoint, sample)).verdict, JSON.stringify(sample)).toBe('404 not_found')
      expect(await changes.since()).toEqual([])
    }
  })
})
