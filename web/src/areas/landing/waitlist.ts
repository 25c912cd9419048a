import { solveWork, type WorkTask } from '../../shared/solve-work.ts'
import { forgetStored, readStored, writeStored } from '../../ui/stored.ts'

const KEPT = 'waitlist'

type Answer = { status: 'ok' } | { status: 'work'; token: string; work: WorkTask }

async function ask(body: { email: string; token?: string; work?: number | undefined }): Promise<Answer> {
  const answer = await fetch('/v1/auth/subscribe-email/', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`answered ${answer.status}`)
  return await answer.json()
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

async function send(email: string): Promise<boolean> {
  try {
    const answer = await ask({ email })
    if (answer.status === 'ok') return true
    // Under load the server wants a little work before it keeps an address.
    const { token, work } = answer
    return (await ask({ email, token, work: await solved(work) })).status === 'ok'
  } catch {
    return false
  }
}

/** The one that was kept stays until it has arrived, also if somebody has joined with another since. */
export async function retryWaitlist(): Promise<void> {
  const kept = readStored(KEPT)
  if (kept && (await send(kept)) && readStored(KEPT) === kept) forgetStored(KEPT)
}

/** Says nothing when it fails: the address is kept in this browser and sent again once it is online, or with the next visit. */
export async function joinWaitlist(email: string): Promise<boolean> {
  const isSent = await send(email)
  if (!isSent) {
    writeStored(KEPT, email)
    addEventListener('online', () => void retryWaitlist(), { once: true })
  } else if (readStored(KEPT) === email) forgetStored(KEPT)
  return isSent
}
