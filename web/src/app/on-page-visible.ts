const BEAT = 5_000
/** The clocks of a page in sight are late by less than this, unless the computer slept. */
const SLEPT_IN_SIGHT = 15_000
/** Those of a hidden page strike once a minute, unless it was frozen. */
const SLEPT_HIDDEN = 75_000

/**
 * Tells at once that the page is looked at again, that the computer has woken, or that the connection is back. `slept`:
 * meanwhile nothing ran here, so whatever looks alive may be dead.
 */
export function onPageVisible(wake: (slept: boolean) => void): () => void {
  let last = Date.now()
  const absence = () => {
    const gone = Date.now() - last
    last = Date.now()
    return gone
  }
  const beat = setInterval(() => {
    if (absence() > SLEPT_IN_SIGHT && document.visibilityState === 'visible') wake(true)
  }, BEAT)
  const seen = () => document.visibilityState === 'visible' && wake(absence() > SLEPT_HIDDEN)
  const connected = () => wake(absence() > SLEPT_HIDDEN)
  document.addEventListener('visibilitychange', seen)
  addEventListener('pageshow', seen)
  addEventListener('online', connected)
  return () => {
    clearInterval(beat)
    document.removeEventListener('visibilitychange', seen)
    removeEventListener('pageshow', seen)
    removeEventListener('online', connected)
  }
}
