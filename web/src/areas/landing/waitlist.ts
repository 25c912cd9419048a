const KEPT = 'waitlist'

async function send(email: string): Promise<boolean> {
  try {
    const answer = await fetch('/v1/auth/subscribe-email/', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email }),
    })
    return answer.ok
  } catch {
    return false
  }
}

/** Says nothing when it fails: the address is kept in this browser and sent again with the next visit. */
export async function joinWaitlist(email: string): Promise<boolean> {
  const isSent = await send(email)
  if (isSent) localStorage.removeItem(KEPT)
  else localStorage.setItem(KEPT, email)
  return isSent
}

/** What could not be sent before. */
export async function retryWaitlist(): Promise<void> {
  const kept = localStorage.getItem(KEPT)
  if (kept && (await send(kept))) localStorage.removeItem(KEPT)
}
