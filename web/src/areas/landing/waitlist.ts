import { solveWork, type WorkTask } from '../../shared/solve-work.ts'
import { forgetStored, readStored, writeStored } from '../../ui/stored.ts'

const KEPT = 'waitlist'
const MAX_KEPT = 5
const TOO_MANY_REQUESTS = 429

type Answer = { status: 'ok' } | { status: 'work'; token: string; work: WorkTask } | { status: 'refused' }

async function ask(body: { email: string; token?: string; work?: number | undefined }): Promise<Answer> {
  const answer = await fetch('/v1/auth/subscribe-email/', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (answer.ok) return await answer.json()
  const { status } = answer
  if (status >= 400 && status < 500 && status !== TOO_MANY_REQUESTS) return { status: 'refused' }
  throw new Error(`answered ${status}`)
}

const TRIES_AT_ONCE = 2_000

/** In slices, so that the page goes on between them. */
async function solved(task: WorkTask): Promise<number | undefined> {
  for (let from = 0; from <= task.most; from += TRIES_AT_ONCE) {
    const found = solveWork(task, from, Math.min(task.most, from + TRIES_AT_ONCE - 1))
    if (found !== undefined) return found
    await new Promise((resolve) => setTimeout(resolve))
  }
  return undefined
}

/** What was refused would be refused again; what failed may arrive later. */
type Outcome = 'joined' | 'refused' | 'failed'

async function send(email: string): Promise<Outcome> {
  try {
    let answer = await ask({ email })
    if (answer.status === 'work') {
      // Under load the server wants a little work before it keeps an address.
      const { token, work } = answer
      answer = await ask({ email, token, work: await solved(work) })
    }
    if (answer.status === 'work') return 'failed'
    return answer.status === 'ok' ? 'joined' : 'refused'
  } catch {
    return 'failed'
  }
}

const keptAddresses = () => (readStored(KEPT) ?? '').split('\n').filter((email) => email !== '')

function forget(email: string) {
  const others = keptAddresses().filter((one) => one !== email)
  if (others.length > 0) writeStored(KEPT, others.join('\n'))
  else forgetStored(KEPT)
}

const keep = (email: string) =>
  writeStored(KEPT, [...keptAddresses().filter((one) => one !== email), email].slice(-MAX_KEPT).join('\n'))

/** Each address that was kept stays until the server has answered it. */
export async function retryWaitlist(): Promise<void> {
  for (const email of keptAddresses()) if ((await send(email)) !== 'failed') forget(email)
}

/**
 * Says nothing when it fails: the address is kept in this browser and sent again once it is online, or with the next visit.
 * One that is refused is not kept.
 */
export async function joinWaitlist(email: string): Promise<boolean> {
  const outcome = await send(email)
  if (outcome === 'failed') {
    keep(email)
    addEventListener('online', () => void retryWaitlist(), { once: true })
  } else forget(email)
  return outcome === 'joined'
}
