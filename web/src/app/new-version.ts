import { signal } from './signal.ts'

export const newVersion = signal(false)

/** Of the server that answers now; nothing while it cannot be reached. */
export const serverVersion = () =>
  fetch('/healthz', { method: 'HEAD', cache: 'no-store' }).then(
    (response) => response.headers.get('x-app-version'),
    () => null,
  )

/** Compares the page with the server, as after a reconnect; silent while it cannot be reached. */
export async function lookForNewVersion() {
  const mine = document.querySelector('meta[name="tl-version"]')?.getAttribute('content')
  if (!mine) return
  const theirs = await serverVersion()
  if (theirs && theirs !== mine) newVersion.set(true)
}

/** A part of the page that cannot be had was perhaps replaced by a newer one; or the network is gone. */
export function watchMissingParts() {
  addEventListener('vite:preloadError', () => void lookForNewVersion())
}
