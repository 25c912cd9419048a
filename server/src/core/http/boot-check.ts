import type { EndpointShape, Schema } from '@throughline/contracts/endpoint'
import type { RouteOptions } from 'fastify'
import * as z from 'zod/mini'

/** A strict object is one whose unknown keys are refused. */
const isStrict = (schema: Schema) =>
  schema instanceof z.core.$ZodObject && schema._zod.def.catchall?._zod.def.type === 'never'

function problemsOf(endpoint: EndpointShape): string[] {
  const problems: string[] = []
  if (!endpoint.access) problems.push('says not who may call it')
  if (!endpoint.rate) problems.push('names no rate class')
  if (!endpoint.response) problems.push('has no response schema')
  if (/:\w/.test(endpoint.path) && !endpoint.params) problems.push('has no schema for its path parameters')
  if (endpoint.body && !endpoint.free_body && !isStrict(endpoint.body)) problems.push('takes unknown keys in its body')
  return problems
}

/** Every route is a declared endpoint or says why it is none; anything else stops the process before it listens. */
export function checkRoute(route: Pick<RouteOptions, 'method' | 'url' | 'config'>) {
  if (route.config?.plain) return
  const endpoint = route.config?.endpoint
  const problems = endpoint ? problemsOf(endpoint) : ['is not a declared endpoint']
  if (problems.length > 0) throw new Error(`${String(route.method)} ${route.url} ${problems.join(', ')}`)
}
