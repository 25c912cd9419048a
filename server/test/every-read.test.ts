import type { EndpointShape } from '@throughline/contracts/endpoint'
import { expect, test } from 'vitest'
import { keyOf } from './endpoint-samples.ts'
import { documented, testMatrix } from './route-matrix.ts'
import { endpoints } from './route-world.ts'

const { api } = await testMatrix(endpoints.filter(({ method }) => method === 'GET'))

test('every route that is served is declared, and every declared one is served', () => {
  const served = Object.entries(api.app.swagger().paths ?? {}).flatMap(([path, methods]) =>
    Object.keys(methods ?? {}).map((method) => `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`),
  )
  const paths = ({ method, path, aliases = [] }: EndpointShape) => [path, ...aliases].map((one) => `${method} ${one}`)
  expect(served.toSorted()).toEqual(endpoints.flatMap(paths).toSorted())
})

test('docs/permissions.md has a row for every call and no other', () => {
  expect([...documented.keys()].toSorted()).toEqual(endpoints.map(keyOf).toSorted())
})
