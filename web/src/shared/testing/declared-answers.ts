import type { EndpointShape } from '@throughline/contracts/endpoint'

const isEndpoint = (value: unknown): value is EndpointShape =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'response' in value

const CONTRACTS = import.meta.glob<object>(['../../../../contracts/src/*.ts', '!**/*.test.ts'], { eager: true })
/** Every call that the contracts declare. */
export const ENDPOINTS = Object.values(CONTRACTS)
  .flatMap((module): unknown[] => Object.values(module))
  .filter(isEndpoint)

const parametersOf = (path: string) => path.split('/').filter((part) => part.startsWith(':')).length

function matches(declared: string, path: string): boolean {
  const [parts, given] = [declared.split('/'), path.split('/')]
  return parts.length === given.length && parts.every((part, n) => part.startsWith(':') || part === given[n])
}

/** A path that names its parts comes before one that takes anything in their place, as on the server. */
function endpointOf(call: string): EndpointShape | undefined {
  const [method, address = ''] = call.split(' ')
  const [path = ''] = address.split('?')
  return ENDPOINTS.filter((endpoint) => endpoint.method === method)
    .flatMap((endpoint) => [endpoint.path, ...(endpoint.aliases ?? [])].map((declared) => ({ endpoint, declared })))
    .filter(({ declared }) => matches(declared, path))
    .toSorted((a, b) => parametersOf(a.declared) - parametersOf(b.declared))[0]?.endpoint
}

/** Throws where a success is not what the contracts say that this call answers. */
export function requireDeclaredAnswer(call: string, status: number, body: unknown) {
  if (status >= 300) return
  const endpoint = endpointOf(call)
  if (!endpoint) throw new Error(`The contracts declare no ${call}`)
  if (endpoint.binary) return
  const sent: unknown = body === undefined ? undefined : JSON.parse(JSON.stringify(body))
  const read = endpoint.response['~standard'].validate(sent)
  if (read instanceof Promise || !read.issues) return
  const issues = read.issues.map(({ path, message }) => `${path?.map(String).join('.') ?? ''}: ${message}`)
  throw new Error(`${call} does not answer like this:\n${issues.join('\n')}`)
}
