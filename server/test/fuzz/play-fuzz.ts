import { getCsrf } from '@throughline/contracts/auth'
import { ApiError } from '@throughline/contracts/client'
import type { EndpointShape } from '@throughline/contracts/endpoint'
import { signIn } from '../api.ts'
import { keyOf, type Sample } from '../endpoint-samples.ts'
import { createRouteWorld, endpoints } from '../route-world.ts'
import { ACTORS, type Actor } from '../world.ts'
import { describeCall, makeCall, tampered } from './fuzz-calls.ts'
import { createRandom, type Random } from './random.ts'
import type { Pool } from './schema-values.ts'

export interface FuzzReport {
  calls: number
  /** Answers by status. */
  statuses: Map<number, number>
  /** What went wrong on our side, each with what led to it. */
  failures: string[]
  /** Milliseconds of CPU and of time that each call took. */
  cpu: number[]
  took: number[]
  slowest: { cpu: number; call: string }
  endpoints: number
}

/** A call that is the same as one before shares its sample: making one takes longer than the call. */
const FRESH_SAMPLE = 0.1

/** They get no further than the door, so they knock less often. */
const KEPT_OUT: readonly Actor[] = ['anonymous', 'suspended']

const isFailure = (status: number) => status >= 500

type RouteWorld = Awaited<ReturnType<typeof createRouteWorld>>

/** Some calls sign people out, as they should. */
function createSessions({ api, world }: RouteWorld) {
  const tokens = new Map<Actor, string>()
  return {
    tokenOf: async (actor: Actor) => {
      const token = tokens.get(actor) ?? (await world.actors[actor].client(getCsrf)).csrfToken
      tokens.set(actor, token)
      return token
    },
    signInAgain: async (actor: Actor) => {
      tokens.delete(actor)
      if (actor === 'anonymous' || actor === 'suspended') return
      try {
        world.actors[actor] = await signIn(api, world.actors[actor].user.username)
      } catch {
        // Removed, or with another password by now: they go on as somebody whose session has ended.
      }
    },
  }
}

function createSampler({ sampleFor }: RouteWorld, random: Random, signInAgain: (actor: Actor) => Promise<void>) {
  const samples = new Map<string, Sample>()
  /** Some are made in the owner's name, who may have been signed out. */
  const make = async (endpoint: EndpointShape) => {
    try {
      return await sampleFor(endpoint)
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 401) throw error
      await signInAgain('owner')
      return samples.get(keyOf(endpoint)) ?? {}
    }
  }
  return async (endpoint: EndpointShape) => {
    const known = samples.get(keyOf(endpoint))
    if (known && !random.chance(FRESH_SAMPLE)) return known
    const made = await make(endpoint)
    samples.set(keyOf(endpoint), made)
    return made
  }
}

/** So many calls, every endpoint as often as every other, one after the other; each by anybody. */
export async function playFuzz(calls: number, seed: number): Promise<FuzzReport> {
  const routes = await createRouteWorld()
  const { api, world, changes, theirIds } = routes
  const random = createRandom(seed)
  const { tokenOf, signInAgain } = createSessions(routes)
  const sampleOf = createSampler(routes, random, signInAgain)
  const ids = Object.values(theirIds)
  const cursors = ['eyJ9', 'W10']
  const pool: Pool = { random, id: () => random.pick(ids), cursor: () => tampered(random, random.pick(cursors)) }
  const report: FuzzReport = {
    calls,
    statuses: new Map(),
    failures: [],
    cpu: [],
    took: [],
    slowest: { cpu: 0, call: '' },
    endpoints: endpoints.length,
  }
  for (let n = 0; n < calls; n++) {
    const endpoint = endpoints[n % endpoints.length]
    if (!endpoint) continue
    const actor = random.pick(random.chance(0.1) ? KEPT_OUT : ACTORS.filter((one) => !KEPT_OUT.includes(one)))
    const sample = await sampleOf(endpoint)
    ids.push(...Object.values(sample.params ?? {}))
    const call = makeCall(endpoint, sample, pool)
    const headers = { ...call.headers, ...(endpoint.method !== 'GET' && { 'x-csrftoken': await tokenOf(actor) }) }
    const { visitor } = world.actors[actor]
    const [began, before] = [performance.now(), process.cpuUsage()]
    const response = await visitor.fetch(visitor.origin + call.address, {
      method: endpoint.method,
      headers,
      ...(call.content !== undefined && { body: call.content }),
    })
    const text = await response.text()
    const { user, system } = process.cpuUsage(before)
    const cpu = (user + system) / 1_000
    report.took.push(performance.now() - began)
    report.cpu.push(cpu)
    const said = `${actor}, call ${n}: ${describeCall(call)}`
    if (cpu > report.slowest.cpu) report.slowest = { cpu, call: said }
    report.statuses.set(response.status, (report.statuses.get(response.status) ?? 0) + 1)
    if (isFailure(response.status)) report.failures.push(`${response.status} ${text}\n  ${said}`)
    const cursor = response.headers.get('x-next-cursor')
    if (cursor) cursors.push(cursor)
    if (response.status === 401 || text.includes('csrf_failed')) await signInAgain(actor)
  }
  await changes.close()
  await api.close()
  return report
}
