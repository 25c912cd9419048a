import type { BrowserContext, ConsoleMessage } from '@playwright/test'
import { setting } from './settings.ts'

const OF_THE_PROVIDER = new RegExp(`^${setting('OIDC_ISSUER')}/`)

/** What nobody should see in a browser's console: errors of the page, refused policies, failed loads. */
export class Faults {
  readonly #seen: string[] = []
  readonly #expected: RegExp[] = []

  /** The journey makes this happen itself. */
  expect(...patterns: RegExp[]) {
    this.#expected.push(...patterns)
  }

  watch(context: BrowserContext) {
    context.on('weberror', (error) => this.#seen.push(`page error: ${String(error.error())}`))
    context.on('console', (message) => this.#take(message))
  }

  get unexpected(): string[] {
    return this.#seen.filter((fault) => !this.#expected.some((pattern) => pattern.test(fault)))
  }

  #take(message: ConsoleMessage) {
    if (message.type() !== 'error' && message.type() !== 'warning') return
    const { url } = message.location()
    if (OF_THE_PROVIDER.test(url)) return
    // Asking who is there is answered 401 when nobody is: the browser reports that as an error, the product does not.
    if (url.endsWith('/v1/auth/me/') && message.text().includes('401')) return
    // The recorder of traces asks for pictures that the page has in memory; the policy refuses that to it as to anybody.
    if (url === '' && message.text().startsWith("Connecting to 'blob:")) return
    this.#seen.push(`${message.type()}: ${message.text()} (${url})`)
  }
}

/** What a browser says about a call that the journey itself makes fail. */
export const FAILED_CALL = /Failed to load resource/
/** What a browser says about a socket whose connection the journey cuts. */
export const LOST_SOCKET = /WebSocket connection to .* failed/
