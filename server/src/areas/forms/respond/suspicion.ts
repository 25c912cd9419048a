import type { Submission } from '@throughline/contracts/form-submissions'
import type { Config } from '../../../core/config.ts'
import type { RateLimits } from '../../../core/http/rate-limits.ts'
import { hashOfToken, readPage } from './page-token.ts'
import type { About } from './read-response.ts'

type Sign = Submission['held_because'][number]

/** People take longer than this to fill out a form. */
const FASTEST_MS = 3_000

export interface Judged {
  /** Signs of automation. A response with any of them is held, never refused. */
  signs: Sign[]
  tookSeconds: number | null
}

export async function judge(
  config: Pick<Config, 'COOKIE_SECRET'>,
  limits: RateLimits,
  formId: string,
  { token, work, isTrapped }: About,
  key: string,
): Promise<Judged> {
  const now = Date.now()
  const page = token === undefined ? undefined : readPage(config, formId, token, now)
  const trapped: Sign[] = isTrapped ? ['honeypot'] : []
  if (!page || token === undefined) return { signs: [...trapped, 'no_token'], tookSeconds: null }
  const took = now - page.begunAt
  const signs: Sign[] = [
    ...trapped,
    ...(took < FASTEST_MS ? (['too_fast'] as const) : []),
    ...(page.hasDone(work) ? [] : (['no_work'] as const)),
    ...((await limits.tryPage(hashOfToken(token).toString('base64url'), key)) ? [] : (['rate'] as const)),
  ]
  return { signs, tookSeconds: Math.round(took / 1_000) }
}
