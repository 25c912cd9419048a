import type { FastifyRequest } from 'fastify'
import type { Context } from '../../core/context.ts'
import { inIdentity } from '../../core/db/in-identity.ts'
import { DEVICE_COOKIE } from '../../core/http/cookies.ts'
import type { RateLimits } from '../../core/http/rate-limits.ts'
import { hashToken } from '../../core/http/session.ts'
import type { Viewer } from '../../core/http/viewer.ts'
import { knowsDevice } from './sessions.queries.ts'

/** The browser's mark from an earlier sign-in, or what nobody is known by. */
export const deviceOf = (request: FastifyRequest) => hashToken(request.cookies[DEVICE_COOKIE] ?? '')

interface SignInTry {
  name: string
  personId: string | undefined
  device: Buffer
  /** Whether the person has signed in with this device before. */
  known: boolean
}

const takeDevice = (limits: RateLimits, personId: string, device: Buffer) =>
  limits.takeAccount('sign_in_device', `${personId} ${device.toString('hex')}`)

/**
 * A device that the person has signed in with has tries of its own: strangers cannot lock it out. Everybody else is
 * counted by the name they type and by whose account it is. False: there are none left for that account. To say so would
 * tell that two names are one account, so the caller answers as to a wrong password.
 */
export async function takeSignIn(limits: RateLimits, { name, personId, device, known }: SignInTry): Promise<boolean> {
  if (personId && known) {
    await takeDevice(limits, personId, device)
    return true
  }
  await limits.takeAccount('sign_in_name', name)
  return limits.tryAccount('sign_in_person', personId ? `person ${personId}` : `nobody ${name}`)
}

/** Tries of somebody signed in at their own password or code: the same count as at the sign-in page. */
export async function takeTry(ctx: Context, limits: RateLimits, { personId }: Viewer, request: FastifyRequest) {
  const device = deviceOf(request)
  const known = await inIdentity(ctx, personId, ({ db }) => knowsDevice(db, personId, device))
  await (known ? takeDevice(limits, personId, device) : limits.takeAccount('sign_in_person', `person ${personId}`))
}
